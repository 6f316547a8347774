# The verbs: play, serve, test, check, bench, docs. Each sets up what it needs and is quick the second time.
PYTHON ?= python3
BIN := .venv/bin
WEB_SOURCES := $(shell find web/src web/public web/index.html src/tefuda/words docs/games -type f 2>/dev/null)
.DEFAULT_GOAL := help
.PHONY: help play serve test check bench strength docs format protocol lock clean

help:
	@echo "make play    open a table in the browser"
	@echo "make serve   serve tables without opening a browser (HOST, PORT, DATA)"
	@echo "make test    run all tests"
	@echo "make check   format, lint, types, import contracts, stale protocol"
	@echo "make bench   measure against other engines and write docs/benchmarks.md"
	@echo "make docs    build docs/ and the reference of the library as a site into site/"
	@echo "make strength  let the levels play each other and write docs/strength.md"

play: .venv/.ready src/tefuda/static/index.html
	$(BIN)/tefuda

serve: .venv/.ready src/tefuda/static/index.html
	$(BIN)/tefuda serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

test: .venv/.ready src/tefuda/static/index.html
	cd web && npm test --silent
	$(BIN)/pytest -n 2 --dist worksteal -m "not browser"
	$(BIN)/pytest -m browser

check: .venv/.ready web/node_modules/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tefuda.server.schema | (cd web && node scripts/protocol.mjs node_modules/.protocol.ts)
	cmp web/node_modules/.protocol.ts web/src/protocol.ts || (echo "web/src/protocol.ts is stale: run 'make protocol'"; exit 1)
	cd web && npm run --silent check

bench: .venv/.bench
	$(BIN)/python bench/peers.py

strength: .venv/.ready
	$(BIN)/python bench/exploitability.py
	$(BIN)/python bench/strength.py

docs: .venv/.ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

format: .venv/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

protocol: .venv/.ready web/node_modules/.ready
	$(BIN)/python -m tefuda.server.schema | (cd web && node scripts/protocol.mjs)

lock: .venv/.ready
	$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --extra arena --extra fast --group dev -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --extra bench -c requirements.lock -o requirements-bench.lock

clean:
	rm -rf .venv web/node_modules src/tefuda/static site

.venv/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

.venv/.bench: .venv/.ready requirements-bench.lock
	$(BIN)/pip install --quiet --require-hashes -r requirements-bench.lock
	touch $@

web/node_modules/.ready: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

src/tefuda/static/index.html: web/node_modules/.ready $(WEB_SOURCES) web/vite.config.ts
	cd web && npm run --silent build
	touch $@
