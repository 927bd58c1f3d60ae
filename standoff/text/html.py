"""HTML pages: templates from the folder ``templates``, filled in by Jinja2, with one style sheet.

Values are escaped, and their invisible characters become visible, except for pictures and HTML marked ``|safe`` in the
template. Jinja2 is loaded on demand.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from .escaping import visible

if TYPE_CHECKING:
    from jinja2 import Environment


def html_filled(template: str, /, **values: Any) -> str:
    """Return a filled-in template.

    Args:
        template: The name of its file.
        values: The values for its names; a name without a value is an error.

    >>> html_filled("reasons.html", text="A < B")
    '<pre>A &lt; B</pre>'
    """
    return _environment().get_template(template).render(values)


def html_file(name: str) -> str:
    """Return a file of the folder unchanged: the style sheet ``style.css``, or a script."""
    return (resources.files("standoff.text") / "templates" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("standoff.text"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible_text,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _visible_text(value: Any) -> Any:
    return visible(value) if type(value) is str else value  # ready HTML is a subclass of str
