"""HTML and Markdown pages: templates from the folder ``templates``, filled in by Jinja2, which is loaded on demand.

In HTML, values are escaped, and their invisible characters become visible, except for pictures and HTML marked
``|safe`` in the template. In Markdown, values are not escaped; the filters are functions of `markdown`, and `counted`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from .escaping import visible
from .markdown import block, cell, code, escaped
from .notation.quoting import counted

if TYPE_CHECKING:
    from jinja2 import Environment


def html_filled(template: str, /, **values: Any) -> str:
    """Return a filled-in HTML template.

    Args:
        template: The name of its file.
        values: The values for its names; a name without a value is an error.

    >>> html_filled("reasons.html", text="A < B")
    '<pre>A &lt; B</pre>'
    """
    return _environment(is_html=True).get_template(template).render(values)


def markdown_filled(template: str, /, **values: Any) -> str:
    """Return a filled-in Markdown template (`html_filled`)."""
    return _environment(is_html=False).get_template(template).render(values)


def html_file(name: str) -> str:
    """Return a file of the folder unchanged: the style sheet ``style.css``, or a script."""
    return (resources.files("standoff.text") / "templates" / name).read_text(encoding="utf-8")


@cache
def _environment(*, is_html: bool) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("standoff.text"),
        autoescape=is_html,
        undefined=StrictUndefined,
        finalize=_visible_text if is_html else None,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=not is_html,
    )
    filters: dict[str, Any] = {"escaped": escaped, "code": code, "block": block, "cell": cell, "counted": counted}
    environment.filters.update({} if is_html else filters)
    return environment


def _visible_text(value: Any) -> Any:
    return visible(value) if type(value) is str else value  # ready HTML is a subclass of str
