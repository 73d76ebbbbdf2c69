# Every task of the house. `make help` lists them; uv is used where it is found and never needed.

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
STAMP := .venv/.installed

# What to test, with how many workers, and what to hand to pytest.
TESTS ?= tests
WORKERS ?= 2
PYTEST_ARGS ?=
# One simulation to replay, or how many to run; FIRST is the house of ten matches to replay alone.
SEED ?=
FIRST ?=
MATCHES ?= 100
SEEDS ?= 400

SOURCES := $(wildcard shared services tests bench examples)

.DEFAULT_GOAL := help
.PHONY: help venv up demo test check fmt sim golden bench lock clean

help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(STAMP) ## make .venv from the hashed lock

$(STAMP): pyproject.toml requirements.lock
ifdef UV
	test -x $(BIN)/python || uv venv --quiet --python '>=3.11' .venv
	uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements.lock
	uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
else
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stagepost needs Python 3.11 or later; try: make venv PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
endif
	touch $@

up: $(STAMP) ## run the whole house on this machine
	$(BIN)/stagepost up

demo: $(STAMP) ## run the house with a match that plays itself
	$(BIN)/stagepost demo

test: $(STAMP) ## run the tests (TESTS=path WORKERS=n PYTEST_ARGS=...)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m 'not long' $(PYTEST_ARGS) $(TESTS)

check: $(STAMP) ## look at format, lint, types, imports, spelling and the lock; change nothing
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell $(SOURCES) $(wildcard docs *.md)
	$(BIN)/pytest -q -p no:cacheprovider tests/architecture

fmt: $(STAMP) ## format and repair what can be repaired
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

sim: $(STAMP) ## a year of matches by mail, then many without (SEED=n replays, MATCHES=n, SEEDS=n)
	PYTHONPATH=tests $(BIN)/python -m simulation.year --workers $(WORKERS) --matches $(MATCHES) $(if $(SEED),--seed $(SEED)) $(if $(FIRST),--first $(FIRST))
	STAGEPOST_SEEDS=$(SEEDS) $(BIN)/pytest -n $(WORKERS) --timeout 0 $(if $(SEED),--seed $(SEED)) $(PYTEST_ARGS) tests/simulation

GOLDENS := tests/engine/games/test_transcripts.py tests/engine/games/test_renders.py

golden: $(STAMP) ## write transcripts and board pictures again, and show which reaches what
	$(BIN)/pytest -q -n 0 --golden $(PYTEST_ARGS) $(GOLDENS)

BENCHES := moves kept submits serve many listening intake dues box

bench: $(STAMP) ## print figures as ratios (LONG=1: 10,000 deadlines and a million pending; REPLIES=FILE.jsonl scores the reader too)
	@for name in $(BENCHES); do echo "== $$name"; $(BIN)/python bench/$$name.py || exit 1; done
	@if [ -n "$(LONG)" ]; then echo "== dues, the long ones"; $(BIN)/python bench/dues.py --long; fi
	@if [ -n "$(REPLIES)" ]; then echo "== replies"; $(BIN)/python bench/replies.py $(REPLIES); fi

lock: ## resolve pyproject.toml again into the hashed, host-free locks (UPGRADE=1 takes newer releases)
	test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv; }
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra dev --output-file requirements.lock pyproject.toml
	for group in engine mailer; do $(LOCK) --constraints requirements.lock --group $$group --output-file requirements-$$group.lock || exit 1; done

LOCK = .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url

clean: ## remove what can be made again (never ./var: matches live there)
	rm -rf .venv .venv-lock dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: texts
texts: $(STAMP) ## gather the sentences for players into messages.pot
	$(BIN)/python -m stagepost_texts.extract
