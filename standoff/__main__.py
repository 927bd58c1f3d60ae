"""`python -m standoff` is the command `standoff`."""

from .commands import main

if __name__ == "__main__":
    main()
