"""`python -m rulespec`: the command line."""

from rulespec.cli.main import main

main()
