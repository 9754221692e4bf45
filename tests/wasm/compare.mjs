// node compare.mjs NATIVE_PROGRAM WASM_MODULE: the loads printed by both must agree to 1e-13 relative to LoadScale.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

// Both run the same operations; only sqrt-free library functions (log, asinh) may differ, by an ulp or two.
const allowed = 1e-13;

const [nativeProgram, wasmModule] = process.argv.slice(2);
const native = JSON.parse(execFileSync(nativeProgram, { encoding: 'utf8' }));

const lines = [];
const { default: create } = await import(pathToFileURL(wasmModule));
await create({
  wasmBinary: readFileSync(wasmModule.replace(/\.mjs$/, '.wasm')),
  print: (line) => lines.push(line),
  printErr: (line) => console.error(line.slice(-400)),
});
const wasm = JSON.parse(lines.join('\n'));

let failures = 0;
let compared = 0;
const fail = (message) => {
  failures += 1;
  console.error(`FAILED: ${message}`);
};

if (native.cases.length === 0 || native.cases.length !== wasm.cases.length) {
  fail(`${native.cases.length} native cases, ${wasm.cases.length} in WebAssembly`);
}
native.cases.forEach((expected, i) => {
  const actual = wasm.cases[i];
  let worst = 0;
  expected.loads.forEach((load, j) =>
    load.forEach((value, k) => {
      const difference = Math.abs(actual.loads[j][k] - value) / expected.scale[k];
      // A NaN must not pass as "not larger".
      if (!(difference <= allowed)) fail(`${expected.name}, twist ${j}, component ${k}: ${value} against ${actual.loads[j][k]}`);
      worst = Math.max(worst, difference);
      compared += 1;
    }));
  console.log(`${expected.name.padEnd(20)} largest difference ${worst.toExponential(1)} relative to LoadScale`);
});
console.log(`${compared} values compared, ${failures} failures, allowed ${allowed} relative to LoadScale`);
process.exit(failures === 0 && compared > 0 ? 0 : 1);
