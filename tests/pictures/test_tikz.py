"""Pictures and tables for LaTeX: what SVG has is all there, and LaTeX typesets it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from standoff import draw, read, starting_position
from standoff.pictures import PictureError
from standoff.pictures.tikz import tikz
from standoff.text.latex import LatexPage, escaped, tabular
from tests.helpers.command import run


def words_in(svg: str) -> list[str]:
    """Return the texts of a picture, halos left out."""
    words: list[str] = []

    def visit(node: ElementTree.Element, fill: str) -> None:
        fill = node.get("fill", fill)
        if node.tag.endswith("}text") and fill != "none" and node.text:
            words.append(node.text)
        for child in node:
            if not child.tag.endswith("}defs"):
                visit(child, fill)

    visit(ElementTree.fromstring(svg), "black")
    return words


@pytest.mark.parametrize("theme", ["light", "print"])
def test_what_the_picture_says_and_shows_is_in_the_tikz_picture(theme: str) -> None:
    svg = draw(read("6.F.14").adjudicate(), theme=theme).svg
    text = tikz(svg)
    for word in words_in(svg):
        assert f"{{{escaped(word)}}};" in text
    assert text.count("\\begin{scope}") == text.count("\\end{scope}") == svg.count("clip-path=")
    assert ("pattern color=" in text) is (theme == "print")
    dashes = "dash pattern=on"
    assert (dashes in text) is ("stroke-dasharray" in svg)


def test_a_circle_lies_where_the_picture_has_it() -> None:
    """One px of the picture is a unit of the coordinates; lengths are those of a line of 345 pt."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 100"><g transform="translate(10 20) scale(2)">'
        '<circle cx="3" cy="4" r="5" fill="none" stroke="#f00" stroke-width="3" opacity=".5"/></g>'
        '<path d="M1 2l3 4H0z" fill="#102030" fill-rule="evenodd"/></svg>'
    )
    lines = tikz(svg).splitlines()
    circle = "(16,28) circle[radius=5.00pt]"
    assert f"\\path[draw=standoffFF0000,draw opacity=0.5,line width=3.00pt] {circle};" in lines
    assert "\\path[fill=standoff102030,even odd rule] (1,2) -- (4,6) -- (0,6) -- cycle;" in lines
    assert "\\definecolor{standoffFF0000}{HTML}{FF0000}" in lines


def test_what_cannot_be_written_is_an_error() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    for inside in ("<animate/>", '<g transform="rotate(9)"/>'):
        with pytest.raises(PictureError, match="cannot be written as TikZ"):
            tikz(svg.format(inside))


def test_commands_write_tikz_by_the_ending(tmp_path: Path) -> None:
    file = tmp_path / "turn.tikz"
    assert run("draw", "6.F.14", "-o", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").endswith("\\end{tikzpicture}\n")
    graph = tmp_path / "graph.tikz"
    run("resolutions", "6.F.14", "--tikz", str(graph))
    assert "{F LON S F WAL - ENG};" in graph.read_text(encoding="utf-8")
    assert "fontsize{10.00}{10.00}" in graph.read_text(encoding="utf-8")  # 14 px of 483, on 345 pt
    assert run("compare", "6.F.14", "--picture", str(file)).exit_code == 1
    assert file.read_text(encoding="utf-8").count("\\clip") > 1


def test_tables_have_the_cells_of_what_is_printed() -> None:
    output = run("adjudicate", "--latex", "6.F.14").output
    assert re.findall(r"& (A .*?|F .*?) & ([a-z, ]+) &", output) == [
        ("F LON S F WAL - ENG", "supports"),
        ("F WAL - ENG", "moves"),
        ("A BRE - LON", "no convoy"),
        ("F ENG C A BRE - LON", "disrupted, dislodged"),
    ]
    assert "settled by: szykman (rulebook 2023)" in output
    compared = run("compare", "--latex", "6.F.14").output
    assert "F ENG C A BRE - LON & disrupted, dislodged & convoys &" in compared
    assert "paradox\\_backup=all-hold" in compared


def test_a_found_table(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    output = run("find", "differ(1971, 1982)", "--units", "3", "--latex").output
    assert output.count("F NTH C A YOR - LON \\\\ A YOR - LON") == 2
    assert "2 minimal shapes." in output


def test_what_latex_reads_otherwise_is_escaped() -> None:
    assert escaped("50 % & #_{}~^\\<") == (
        "50 \\% \\& \\#\\_\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\textless{}"
    )
    assert "{lp{0.60\\linewidth}}" in tabular(("a", "b"), [("x", "y" * 41)])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs LaTeX")
def test_latex_typesets_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw(read("6.F.14").resolutions(), theme="print").save(str(tmp_path / "a.tikz"))
    draw(starting_position(), names="long").save(str(tmp_path / "b.tikz"))
    LatexPage().table([[("a_b", ""), ("c", "")], [("%", ""), ("&" * 50, "")]])
    text = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{tikz,booktabs}\\usetikzlibrary{patterns}"
    text += f"\\begin{{document}}\\input{{a.tikz}}\n\\input{{b.tikz}}\n{capsys.readouterr().out}\\end{{document}}\n"
    (tmp_path / "all.tex").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2000:]
