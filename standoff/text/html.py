"""Pages of HTML: every one is a template of the folder beside this file, filled by Jinja2, in one style sheet.

What a template is given is escaped, and what nobody could see in it is made visible; pictures and texts that are HTML
already pass where the template says ``|safe``. Jinja2 is loaded with the first page.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from .visible import visible

if TYPE_CHECKING:
    from jinja2 import Environment


def filled(template: str, /, **values: Any) -> str:
    """Return a template filled in.

    Args:
        template: The name of its file.
        values: What it speaks of; a name that it speaks of and that is not given is an error.

    >>> filled("reasons.html", text="A < B")
    '<pre>A &lt; B</pre>'
    """
    return _environment().get_template(template).render(values)


def file(name: str) -> str:
    """Return a file of the folder as it is: the style sheet ``style.css``, or a script."""
    return (resources.files("standoff.text") / "templates" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("standoff.text"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: Any) -> Any:
    return visible(value) if type(value) is str else value  # not what is HTML already, a subclass
