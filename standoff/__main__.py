"""`python -m standoff` is the command `standoff`."""

from .commands.cli import main

if __name__ == "__main__":
    main()
