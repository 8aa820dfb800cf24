# Every target works in a fresh clone: what it needs is installed into .venv first.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help demo test check style types imports goldens golden bench verify soak browser docs clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(INSTALLED)  ## a game loaded, played, a move refused with its reason, a proof
	@$(PY) -m rulespec.cli.demo

test: $(INSTALLED)  ## the tests, on two cores, within ten minutes
	$(PY) -m pytest -n 2 -q

check: style types imports goldens  ## style, types, import directions, goldens fresh

style: $(INSTALLED)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(INSTALLED)
	$(PY) -m mypy

imports: $(INSTALLED)
	$(VENV)/bin/lint-imports --no-cache --no-logo

goldens: $(INSTALLED)
	$(PY) -m tests.golden --check

golden: $(INSTALLED)  ## write the expected outputs anew; review the diff like code
	$(PY) -m tests.golden

bench: $(INSTALLED)  ## speed against hand-written games, one table
	$(PY) -m benchmarks

verify: $(INSTALLED)  ## prove what the texts claim, write proofs.json beside them; fails if one game does
	@failed=0; for game in games/*/ games/*.rules; do \
	  [ -e "$$game" ] || continue; \
	  echo "== $$game"; $(VENV)/bin/rulespec verify "$$game" --write || failed=1; \
	done; \
	for players in 2 3 4; do \
	  echo "== magnanimous, $$players players"; \
	  $(VENV)/bin/rulespec verify magnanimous --players $$players --write || failed=1; \
	done; exit $$failed

soak: $(INSTALLED)  ## the long random tests in tests/soak
	HYPOTHESIS_PROFILE=soak $(PY) -m pytest -n 2 -q -o python_files='soak_*.py' tests/soak

browser: $(INSTALLED)  ## whole games by clicks in headless Chromium; as root it installs the browser if there is none
	@test -x /usr/bin/chromedriver || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-driver; } \
	  || { echo "chromium and chromedriver are needed in /usr/bin; on Debian: apt install chromium chromium-driver"; exit 1; }
	$(PY) -m pytest -q -o python_files='browse_*.py' tests/browser

# The date of the last change of the documented is the date of its pages: the same text gives the same bytes.
docs: $(INSTALLED)  ## build the site into site/; a broken link fails
	NO_MKDOCS_2_WARNING=1 SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 0) $(PY) -m mkdocs build --strict --quiet
	$(PY) -m pagefind --site site --quiet
	$(PY) -m site_tools.links site

clean:  ## remove caches and built files; .venv stays
	rm -rf build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "rulespec needs Python 3.11 or later; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@echo "[1/2] creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "this Python has no venv module; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "[2/2] installing what rulespec needs into $(VENV) (once; a minute or two) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
	@echo "      installed"
