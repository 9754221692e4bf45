#!/bin/bash
# What the options of soak say: options_test.sh PROGRAM. Prints what is not as it should be.
soak=$1
wrong=0

# expect STATUS TEXT OPTIONS...: the exit status, and a text that the output holds.
expect() {
  local status=$1 text=$2 output rc
  shift 2
  output=$("$soak" "$@" 2>&1)
  rc=$?
  if [[ $rc != "$status" || $output != *"$text"* ]]; then
    printf 'soak %s\n  exit status %s, expected %s, and the text: %s\n  output: %s\n' "$*" "$rc" "$status" "$text" "$output"
    wrong=1
  fi
  [[ $status == 2 ]] || return
  if [[ $(wc -l <<< "$output") != 1 ]]; then
    printf 'soak %s\n  more than one line: %s\n' "$*" "$output"
    wrong=1
  fi
}

expect 0 "Exit status: 0 no failures, 1 a case fails, 2 a bad option" --help
expect 0 "--shrink-most" --help
expect 0 "units_of_ten" --help
expect 2 "soak: --seconds: 'abc': must be a number of seconds, 0 or more" --seconds abc
expect 2 "soak: --seconds: '-1': must be" --seconds=-1
expect 2 "soak: --cases: '1.5': must be a whole number" --cases 1.5
expect 2 "soak: --only: 'prix': did you mean 'prox'? must be one of scenario, ends, start, balance," --only prix
expect 2 "soak: --only: 'everything': must be one of scenario, ends," --only everything
expect 2 "soak: --method: 'euler': must be one of event, prox" --method euler
expect 2 "--secnods" --secnods 3
expect 0 "[contact]" --print --first 3
expect 0 "1 case in" --cases 1 --threads 1 --shrink 0
for check in ends friction units_of_ten; do expect 0 "no failures" --cases 1 --threads 1 --shrink 0 --only $check; done
exit $wrong
