"""The documentation site: what mkdocs does not do by itself."""
