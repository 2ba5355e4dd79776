# Leaguer. `make run` serves it, `make test` tests it; both set up what is missing first.
SHELL := /bin/bash
WORKERS ?= 2
ARGS ?=
POSTGRES_URL ?= postgres://postgres@127.0.0.1:5432/test
MANAGE := .venv/bin/python manage.py
PYTEST := .venv/bin/python -m pytest -n $(WORKERS) $(ARGS)
NO_WALKS := -m "not browser or smoke"

# The rules and a campaign's turn know no database, and what a browser sees is proved on one: neither tells more on another.
SYSTEMS := $(notdir $(patsubst %/data,%,$(wildcard rulesets/*/data)))
SAME_ON_BOTH := $(addprefix --ignore=tests/rulesets/,engine $(SYSTEMS)) \
	$(addprefix --ignore=tests/campaigns/,engine drawing) --ignore=tests/browser

# What docs/deploy.md asks of a public site; `check --deploy` must find nothing under these.
PRODUCTION := LEAGUER_HTTPS=1 LEAGUER_ALLOWED_HOSTS=leaguer.example.org \
	LEAGUER_SECRET_KEY=only-for-this-check-Zk3vQ9xT7mB2nC5wL8pR4sD6fG1hJ0yU

.PHONY: help install install-tests run test test-browser test-postgres nightly lint lint-js bench soak screenshots lock

help:  ## say what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

install:  ## make .venv and add missing system libraries
	@bin/setup

install-tests:
	@bin/setup --browser

run: install  ## serve Leaguer at http://127.0.0.1:8000 with sample lists and a battle
	@bin/run

test: install-tests  ## run every test but the long walks in the browser (ARGS="tests/config -x" for some)
	$(PYTEST) $(NO_WALKS)

test-browser: install-tests node_modules/.package-lock.json  ## run every test in the browser
	LEAGUER_AXE=1 $(PYTEST) tests/browser

test-postgres: install-tests  ## run on PostgreSQL (DATABASE_URL or POSTGRES_URL) all that may ask a database
	DATABASE_URL=$${DATABASE_URL:-$(POSTGRES_URL)} $(PYTEST) $(SAME_ON_BOTH)

nightly: install  ## what takes long: 2,000 random battles of each system (LEAGUER_PLAYS), ten times the examples (LEAGUER_EFFORT)
	LEAGUER_PLAYS=$${LEAGUER_PLAYS:-2000} $(PYTEST) $(wildcard tests/rulesets/*/test_play.py)
	LEAGUER_EFFORT=$${LEAGUER_EFFORT:-400} $(PYTEST) -m "not browser"

lint: install lint-js  ## style, types, direction of imports, migrations, deployment check
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(PRODUCTION) $(MANAGE) check --deploy --fail-level WARNING

lint-js: node_modules/.package-lock.json  ## style and types of the scripts
	node_modules/.bin/eslint .
	node_modules/.bin/tsc

.PHONY: fix coverage

fix: install  ## mend style: ruff, its formatter, and eslint where make lint-js has set it up
	-.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	@if [ -x node_modules/.bin/eslint ]; then node_modules/.bin/eslint --fix .; \
		else echo "leaguer: the scripts are left out: make lint-js sets up what mends them"; fi

coverage: install-tests  ## which lines the tests reach, without the browser (ARGS="tests/config" for some); pages in var/coverage
	$(PYTEST) -m "not browser" --cov --cov-report=term:skip-covered --cov-report=html

node_modules/.package-lock.json: package-lock.json
	@bin/setup --scripts
	@touch $@

bench: install  ## measure what benchmarks/ measures
	.venv/bin/python -m pytest benchmarks $(ARGS)

soak: install-tests  ## an hour of load on PostgreSQL, web, workers and Redis with kills, then a check (ARGS="--minutes 3")
	.venv/bin/python -m benchmarks.soak $(ARGS)

screenshots: install-tests  ## make the pictures of docs/pages.md anew
	LEAGUER_SCREENSHOTS=1 .venv/bin/python -m pytest tests/browser/test_every_page.py $(ARGS)

lock:  ## pin the requirements anew (needs uv)
	for name in app dev; do uv pip compile --quiet --upgrade --no-strip-extras --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --python-version 3.11 requirements/$$name.in --output-file requirements/$$name.txt; done
