"""The package's class ``Renderer``: what `Game.render` draws."""

from __future__ import annotations

from .game import Game


class Renderer:
    """Draws a game.

    Args:
        game: The game.
        svg_path: Without effect: the board is drawn, not read from a file.

    >>> Renderer(Game()).render().count('class="unit stands"')
    22
    """

    def __init__(self, game: Game, svg_path: str | None = None) -> None:
        self.game = game

    def render(
        self,
        incl_orders: bool = True,
        incl_abbrev: bool = False,
        output_format: str = "svg",
        output_path: str | None = None,
    ) -> str:
        """Return a picture as SVG, as `Game.render` does."""
        return self.game.render(incl_orders, incl_abbrev, output_format, output_path)
