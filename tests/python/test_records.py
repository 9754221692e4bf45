"""Records: every field that the library describes is in class, repr, docstring, stub and reference page, with unit and range."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from conftest import ROOT, disk

import dryslip as ds

PAGE = (ROOT / "docs/reference/scenario_keys.md").read_text(encoding="utf-8")
CLASS = re.compile(r"In C\+\+ and Python `(\w+)`\.")
# Keys of a file that Python calls otherwise; keys of a load stand in the table of the joint that it acts on.
OTHER_NAMES = {"tolerance": "load_tolerance", "unilateral": "contact"}
OF_A_LOAD = {"tau", "velocity", "position", "stiffness", "selection", "previous_acceleration"}
MODELS = {"ScalarJoint", "ScrewDrive", "Mechanism"}


def rows_of_the_page():
    """(class, key, value, unit, meaning, range) of each key."""
    owner = None
    for line in PAGE.splitlines():
        owner = next(iter(CLASS.findall(line)), owner)
        cells = [cell.strip().replace("\\", "") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        key, value, unit, meaning, allowed, _ = cells[-6:] if len(cells) >= 6 else [""] * 6
        if key.startswith("`"):
            yield owner, key.strip("`"), value, unit, meaning, allowed


ROWS = [row for row in rows_of_the_page() if not (row[0] in MODELS and row[1] in OF_A_LOAD)]
RECORDS = [thing for thing in vars(ds).values() if inspect.isclass(thing) and hasattr(thing, "_fields")]
STUB = {
    node.name: node
    for node in ast.parse((Path(ds.__file__).parent / "_native.pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
}


def constructor_of(record):
    return next(n for n in STUB[record.__name__].body if isinstance(n, ast.FunctionDef) and n.name == "__init__").args


def entries(record):
    """Explanations of the fields in the docstring of a class."""
    return dict(re.findall(r"^(\w+)\n    (.*)$", inspect.getdoc(record), re.M))


def field_of(owner, key):
    """Name of a field in Python, or None where the key belongs to a file only."""
    names = (key, f"{key}_", OTHER_NAMES.get(key))
    record = ds.Scenario if owner == "ContactPatch" and key in ("model", "tolerance") else getattr(ds, owner)
    return record, next((name for name in names if name in record._fields), None)


def test_the_page_has_what_a_scenario_can_hold():
    assert {"ContactPatch", "Support", "Disk", "GridPressure", "FreeLaw", "Spring", "Ball", "Mechanism"} <= {owner for owner, *_ in ROWS}
    assert len(ROWS) > 100


@pytest.mark.parametrize(("owner", "key", "value", "unit", "meaning", "allowed"), ROWS, ids=[f"{row[0]}.{row[1]}" for row in ROWS])
def test_every_described_key_is_a_field_with_unit_meaning_range_and_words(owner, key, value, unit, meaning, allowed):
    record, name = field_of(owner, key)
    if name is None:  # the word that chooses a shape, and files that hold what fields hold
        assert (owner, key) in {("Polygon", "file"), ("GridPressure", "file"), ("Support", "shape")}
        return
    told = entries(record)[name]
    assert told.startswith(meaning.partition("; default: slider.mass")[0])
    assert not unit or f"[{unit}]" in told
    assert not allowed or allowed in told
    assert all(f"'{word}'" in told for word in re.findall(r'`"(\w+)"`', value))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_field_is_in_docstring_stub_and_constructor(record):
    properties = {n.name: ast.get_docstring(n) or "" for n in STUB[record.__name__].body if isinstance(n, ast.FunctionDef)}
    assert tuple(argument.arg for argument in constructor_of(record).args[1:]) == record._fields
    assert tuple(entries(record)) == record._fields or not record._fields
    for name, told in filter(all, entries(record).items()):
        assert properties[name].split() == told.split()
        assert " ".join(vars(record)[name].__doc__.split()) == " ".join(told.split())


def records_in(value):
    """A record and all records in it."""
    if isinstance(value, list):
        return [found for element in value for found in records_in(element)]
    if not hasattr(value, "_fields"):
        return []
    return [value, *(found for name in value._fields for found in records_in(getattr(value, name)))]


def defaults_in_stub(record):
    """Default by name, of the fields whose default the stub can spell."""
    arguments = constructor_of(record)
    named = zip(arguments.args[::-1], arguments.defaults[::-1])
    return {argument.arg: default.value for argument, default in named if isinstance(default, ast.Constant) and default.value is not ...}


def test_repr_shows_every_field_that_is_not_the_default_and_reads_back():
    scenarios = [ds.read_scenario(name) for name in ds.scenarios() if not name.startswith("forward_dynamics/")]
    found = [record for scenario in scenarios for record in records_in(scenario)]
    assert len({type(record) for record in found}) > 20
    for record in found:
        assert eval(repr(record), vars(ds)) == record
        for name, default in defaults_in_stub(type(record)).items():
            value = getattr(record, name)
            assert (value != default) == bool(re.search(rf"[(, ]{name}={re.escape(repr(value))}[,)]", repr(record))) or not value


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ds.Disk(radius=-1), r"radius: -1: must be greater than 0 \[m\]"),
        (lambda: ds.Disk(radius=float("nan")), r"radius: nan: must be a finite number \[m\]"),
        (lambda: ds.Rectangle(size=(0.1, -1)), r"size: \[0\.1, -1\]: each must be greater than 0 \[m\]"),
        (lambda: ds.HertzPressure(shift=1.5), r"shift: 1\.5: must lie between 0 and 1 \[-\]"),
        (lambda: disk(mu=-0.1), r"mu: -0\.1: must not be negative \[-\]"),
        (lambda: ds.SliderRunOptions(tolerance=1.0), r"run\.tolerance: 1: must lie between 1e-15 and 0\.1 \[-\]"),
        (lambda: ds.SliderState(position=(float("inf"), 0.0)), r"initial\.position\[0\]: inf: must be a finite number \[m\]"),
        (lambda: ds.Slider(disk(), mass=0.0), r"slider\.mass: 0: must be greater than 0 \[kg\]"),
        (lambda: ds.Slider(disk(), mass=1.0, inertia=-1.0), r"slider\.inertia: -1: must be greater than 0 \[kg m²\]"),
        (lambda: ds.Ball(0.02, 0.003, -0.2), r"ball\.mu: -0\.2: must not be negative \[-\]"),
        (lambda: ds.SliderDrive(fx="2*sin(t"), r"drive\.fx: \"2\*sin\(t\": column 8"),
        (lambda: ds.Mechanism([[1.0]], [[0.0]], [0.0], [1.0], [-0.3]), r"mu\[0\]: -0\.3: must not be negative \[-\]"),
    ],
)
def test_numbers_out_of_range_are_refused_in_the_words_of_a_scenario(make, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        make()


def test_what_is_left_out_may_be_given_as_it_is():
    assert ds.BallRunOptions(duration=0.0) == ds.BallRunOptions()  # asked for when the ball is simulated
    for record in (ds.UniformPressure(), ds.Slider(disk(), mass=1.0), ds.SliderTable(), ds.JointRunOptions()):
        assert record.replace() == record
