"""Random turns whose units and orders concern each other (`docs/generator.md`)."""
