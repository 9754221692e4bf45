# Two commands matter: `make demo` shows what dryslip does, `make test` proves it. Both install what is missing and build.

SHELL := /bin/bash
JOBS ?= $(shell nproc)
DRYSLIP := build/release/dryslip
# 100 times the random cases of an ordinary run, which are 200 a property.
LONG_TEST_CASES ?= 20000

.PHONY: help demo test quick test-long soak build bench format lint docs clean

help:
	@echo "make demo       build, and redraw the figures and tables of the papers: gallery/index.html"
	@echo "make test       build and run every test and check (sanitizers, WebAssembly, Python, installation, layers, format)"
	@echo "make quick      for daily work: the unit tests of the release build alone"
	@echo "make build      the program: $(DRYSLIP)"
	@echo "make bench      measure speed and errors: bench/results/<machine>/"
	@echo "make test-long  the tests with many more random cases"
	@echo "make soak       random sliders in time, checked and reduced where they fail: SECONDS=60 SEED=1 FULL=1 (tests/soak/README.md)"
	@echo "make docs       the site: build/docs/site/index.html"
	@echo "make lint       clang-tidy; COUNT=40: over the 40 files that were changed last"
	@echo "make format | clean"

build:
	@scripts/bootstrap demo
	@scripts/build release $(JOBS) dryslip_program

demo: build
	@$(DRYSLIP) reproduce --out gallery

# The other builds are made here, where their output is seen; ctest checks once more that they are up to date.
# The last line is ctest's.
test test-long:
	@scripts/bootstrap test
	@scripts/build_tests $(JOBS)
	@$(if $(filter test-long,$@),DRYSLIP_TEST_CASES=$(LONG_TEST_CASES)) \
	  scripts/run_tests $(JOBS)

# From nothing it compiles library, program and unit tests; after a change, what depends on it.
quick:
	@scripts/bootstrap test
	@scripts/build test $(JOBS) unit_tests
	@rm -f build/times.txt
	@scripts/run_tests $(JOBS) -L unit

# Exit status 1 where a case fails; the cases are in soak_failures/. Other options: SOAK="--first 1000 --only prox".
soak:
	@scripts/bootstrap test
	@scripts/build test $(JOBS) soak
	@build/release/soak --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1) --threads $(JOBS) $(if $(FULL),--full) $(SOAK)

bench:
	@scripts/bootstrap bench
	@scripts/build release $(JOBS) benchmarks
	@scripts/bench

format:
	@scripts/bootstrap lint
	@checks/check_format.sh --fix

lint:
	@scripts/bootstrap lint
	@scripts/lint $(JOBS) $(COUNT)

docs: build
	@scripts/bootstrap docs
	@scripts/docs

clean:
	rm -rf build gallery
