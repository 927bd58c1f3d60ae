"""Proofs: the clauses of a program, proofs that lines hold, and what is wrong with them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from tests.helpers.command import run

pytest.importorskip("numba")
pytest.importorskip("clingo")
pytest.importorskip("pysat")

import clingo
from pysat.solvers import Solver

from research.check_proof import fault_of, fault_of_file
from research.stalemates import FOLDER, asked, clauses_in, rows
from standoff import line
from standoff.searches.proofs import Completion, ProofError, proof_text

TURKEY, KEEP, SEAS = "TURKEY: A CON H, A ARM H", "CON SMY ANK", "AEG BLA EAS"


def random_program(draw: random.Random) -> str:
    """Return rules over a few atoms: choices, negation, sums, and much that depends on itself."""
    atoms = "abcdefgh"

    def body(most: int) -> str:
        return ", ".join(draw.choice(("", "", "not ")) + draw.choice(atoms) for _ in range(draw.randint(1, most)))

    clauses = [f"{{ {'; '.join(draw.sample(atoms, draw.randint(1, 3)))} }} :- {body(2)}." for _ in range(2)]
    clauses += [f"{{ {draw.choice(atoms)} }}." for _ in range(3)]
    clauses += [f"{draw.choice(atoms)} :- {body(3)}." for _ in range(draw.randint(2, 8))]
    for _ in range(draw.randint(0, 2)):
        weights = "; ".join(f"{draw.randint(1, 3)},{one} : {one}" for one in draw.sample("abcd", 3))
        head = draw.choice(("", "g", "h"))
        clauses += [f"{head} :- #sum {{ {weights} }} {draw.choice(('>=', '<'))} {draw.randint(1, 5)}."]
        clauses = [one for one in clauses if not head or f"{head} " not in one or one.startswith((head, ":-"))]
    return "\n".join(clauses)


def test_the_clauses_of_a_program_have_its_answer_sets_as_models() -> None:
    draw, loops, refused, sizes = random.Random(7), 0, 0, list[int]()
    for _ in range(200):
        program = random_program(draw)
        control = clingo.Control(["0", "--warn=none"])
        control.add("base", [], program)
        control.ground([("base", [])])
        answers = list[frozenset[str]]()
        control.solve(on_model=lambda model, to=answers: to.append(frozenset(map(str, model.symbols(atoms=True)))))
        try:
            completion = Completion(program)
        except ProofError:  # a sum that depends on itself
            refused += 1
            continue
        models = list[frozenset[str]]()
        with Solver(name="cadical195", bootstrap_with=completion.clauses) as solver:
            while solver.solve():
                model, size = solver.get_model(), len(completion.clauses)
                for loop in completion.loops_of(model):
                    completion.refute_loop(loop)
                if size == len(completion.clauses):
                    models.append(frozenset(map(str, completion.symbols(model))))
                    solver.add_clause([-one for one in model])
                solver.append_formula(completion.clauses[size:])
        assert sorted(map(sorted, models)) == sorted(map(sorted, answers)), program
        loops += len(completion.loops)
        sizes.append(len(answers))
        if not answers:
            assert fault_of_clauses(program) == ""
    assert loops > 15
    assert refused < 40
    assert sizes.count(0) > 10 < sum(size > 1 for size in sizes)


def fault_of_clauses(program: str) -> str:
    _, _, rest = proof_text({}, program).partition("\n")
    clauses, _, proof = rest.partition("\nc proof\n")
    return fault_of([[int(x) for x in one.split()[:-1]] for one in clauses.splitlines()[1:]], proof.splitlines())


@pytest.mark.parametrize(
    ("orders", "keep", "options"),
    [
        (TURKEY, KEEP, {"no_fleets": SEAS}),
        ("TURKEY: A CON H, A SMY H, A ANK H", KEEP, {"enemy": 1, "rules": "1982"}),
        # units that meet for ever: the rulebook bears on the line
        ("ENGLAND: F NTH - NWG, F EDI - NWG", "EDI NTH NWG", {"enemy": 1, "rules": "1971"}),
    ],
)
def test_a_proof_that_a_line_holds_is_checked(orders: str, keep: str, options: dict[str, object]) -> None:
    found = line(orders, keep, proof=True, **options)  # type: ignore[arg-type]
    assert found.holds
    assert fault_of_file(found.proof) == ""


ROWS = {row["id"]: row for row in rows()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["beshera-3", "walker-1-bud", "west-12", "reif-dynamic-vacant"])
def test_lines_of_the_book_are_proved(name: str) -> None:
    found = asked(ROWS[name], proof=True)
    assert fault_of_file(found.proof) == ""
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(rf"^\| {name} \|.* ([\d,]+) \|[^|]*\|$", page, re.MULTILINE)
    assert shown == f"{clauses_in(found.proof):,}", "python -m research.stalemates makes the page anew"


def test_a_line_that_falls_has_no_proof() -> None:
    assert line(TURKEY, KEEP, proof=True).proof == ""
    with pytest.raises(ProofError, match="has an answer set"):
        proof_text({}, "{ a }. :- a, b.")


@pytest.fixture(scope="module")
def proved() -> str:
    return asked(ROWS["west-12"], proof=True).proof


def planted(text: str, fault: str) -> str:
    """Return a file with a proof with one fault."""
    head, clauses, proof = text.partition("\n")[0], *text.partition("\n")[2].split("\nc proof\n")
    question, lines = json.loads(head.removeprefix("c ")), clauses.splitlines()
    if fault == "another question":
        question["no_fleets"] = ["AEG"]
    elif fault == "a clause more":
        lines.append(f"{lines[5].split()[0]} 0")
    elif fault == "a clause less":
        del lines[40]
    elif fault == "a lemma that does not follow":
        proof = f"-1 -2 0\n{proof}"
    elif fault == "no contradiction":
        proof = ""
    elif fault == "a break left out":
        question |= {"orders": [TURKEY], "keep": KEEP.split(), "no_fleets": ["AEG", "BLA"]}
        question["refused"] = [['does("SYR","F SYR",1)', 'unit("SYR","AUSTRIA")']]
    elif fault == "no numbers":
        lines[3] = "one two 0"
    return "\n".join([f"c {json.dumps(question)}", *lines, "c proof", proof])


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("none", ""),
        ("another question", "the clauses are not those of the question"),
        ("a clause more", "the clauses are not those of the question"),
        ("a clause less", "the clauses are not those of the question"),
        ("a lemma that does not follow", "line 1 of the proof does not follow: -2 -1"),
        ("no contradiction", "the proof ends without a contradiction"),
        ("a break left out", "this turn breaks the line, and was left out"),
        ("no numbers", "not a file with a proof"),
    ],
)
def test_a_wrong_proof_is_refused(proved: str, fault: str, words: str) -> None:
    try:
        found = fault_of_file(planted(proved, fault))
    except ProofError as error:
        found = str(error)
    assert found.startswith(words)
    assert bool(found) == bool(words)


def test_the_command_writes_a_proof(tmp_path: Path) -> None:
    file = tmp_path / "line.proof"
    done = run("line", TURKEY, "--keep", "CON,SMY,ANK", "--no-fleets", "AEG,BLA,EAS", "--proof", str(file))
    assert done.exit_code == 0
    assert fault_of_file(file.read_text(encoding="utf-8")) == ""
    done = run("line", TURKEY, "--keep", "CON,SMY,ANK", "--proof", str(tmp_path / "none"))
    assert (done.exit_code, (tmp_path / "none").exists()) == (1, False)
