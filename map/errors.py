"""The errors that the project raises; each is a `StandoffError`."""


class StandoffError(Exception):
    """Base class: something that a user gave could not be read or used.

    The text of an error is a whole message for a person; the command prints it without a traceback.
    """


class BoardError(StandoffError):
    """A board's data contradict themselves, or no board has the name asked for."""


class WrongTypeError(StandoffError, TypeError):
    """A value is of another type than the one due: a text where an order is expected, a number for a rulebook."""


class UnknownNameError(StandoffError):
    """A name is none of a province, location or power of the board."""


class PositionError(StandoffError):
    """A position cannot stand on its board; the message lists every fault, one a line."""
