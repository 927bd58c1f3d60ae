"""Random turns and games whose units and orders interact (`docs/generator.md`)."""
