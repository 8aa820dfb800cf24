"""The commands, one module each; every module has a `command`."""
