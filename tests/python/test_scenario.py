"""Scenarios of text, file and dict; messages are those of the command line."""

import os
import pickle
import sys

import numpy as np
import pytest
from conftest import ROOT

import dryslip as ds

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = None

BAD = sorted((ROOT / "tests/scenario/bad").glob("*.toml"))


def test_the_scenarios_of_the_checkout_come_along():
    folder = ROOT / "scenarios"
    assert ds.scenarios() == sorted(str(f.relative_to(folder).with_suffix("")) for f in folder.rglob("*.toml"))
    assert ds.scenario_file("dumbbell").read_bytes() == (folder / "dumbbell.toml").read_bytes()
    with pytest.raises(ValueError, match="no scenario of this name"):
        ds.scenario_file("dumbell")


@pytest.mark.skipif(tomllib is None, reason="tomllib")
@pytest.mark.parametrize("name", [name for name in ds.scenarios() if not name.startswith("forward_dynamics/")])
def test_file_text_and_dict_give_the_same(name):
    file = ds.scenario_file(name)
    scenario = ds.read_scenario(name)
    text = ds.Scenario.from_toml(file.read_text(), folder=str(file.parent))
    tables = ds.Scenario.from_dict(tomllib.loads(file.read_text()), folder=str(file.parent))
    assert text.name == "<text>" and tables.name == "<dict>"
    assert text.replace(name=scenario.name) == scenario == tables.replace(name=scenario.name)
    assert pickle.loads(pickle.dumps(scenario)) == scenario


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_messages_are_those_of_the_command_line(program, file):
    name = os.path.relpath(file, ROOT)
    answer = program("check", name)
    assert answer.returncode == 1
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        assert message_of(lambda: ds.read_scenario(name)) == answer.stderr.strip()
    finally:
        os.chdir(before)


def message_of(call):
    """Of the ValueError that a call raises."""
    with pytest.raises(ValueError) as error:
        call()
    return str(error.value)


def disk_under(fx, tmp_path):
    """A scenario file: a disk of 1 kg under a force, for 0.3 s."""
    file = tmp_path / "s.toml"
    file.write_text(
        f'[contact]\nnormal_force = 10.0\nmu = 0.3\n[[contact.support]]\nshape = "disk"\nradius = 0.05\n'
        f'[slider]\nmass = 1.0\n[drive]\nfx = "{fx}"\n[run]\nduration = 0.3\n'
    )
    return file


def test_what_only_the_model_finds_wrong_reads_as_on_the_command_line(program, tmp_path):
    file = tmp_path / "turned.toml"
    file.write_text(
        '[contact]\nnormal_force = 1.0\n[[contact.support]]\nshape = "disk"\nradius = 0.1\n'
        'law = { type = "custom", value = "0.3", turn = 0.4 }\n'
    )
    answer = program("surface", file)
    assert answer.returncode == 1
    assert message_of(lambda: ds.read_scenario(file).limit_surface()) == answer.stderr.strip()
    answer = program("simulate", file)
    assert message_of(lambda: ds.simulate(ds.read_scenario(file))) == answer.stderr.strip()


@pytest.mark.parametrize("fx", ["0/0", "1/t"])
def test_formulas_without_a_value_are_named_as_on_the_command_line(program, tmp_path, fx):
    file = disk_under(fx, tmp_path)
    answer = program("simulate", file)
    assert answer.returncode == 1
    assert message_of(lambda: ds.simulate(ds.read_scenario(file))) == answer.stderr.strip()


def test_a_formula_that_loses_its_value_ends_the_run_as_on_the_command_line(program, tmp_path):
    file = disk_under("log(0.1 - t)", tmp_path)
    answer = program("simulate", file)
    assert answer.returncode == 1
    run = ds.simulate(ds.read_scenario(file))
    assert run.outcome == "formula_not_finite"
    assert run.reason.startswith("drive.fx") and run.reason in answer.stderr
    assert 0.09 < run.t[-1] < 0.11
    assert len(answer.stdout.splitlines()) == 1 + len(run.t)


def test_a_dict_takes_arrays_and_leaves_out_none():
    scenario = ds.Scenario.from_dict(
        {
            "title": 'a "quoted" title',
            "slider": None,
            "contact": {
                "normal_force": np.float64(2.0),
                "mu": 0.25,
                "mu_static": None,
                "support": [{"shape": "points", "points": np.array([[0.1, 0.0, 1.0], [0.0, 0.1, 2.0]])}],
            },
        }
    )
    assert scenario.title == 'a "quoted" title'
    assert scenario.contact.supports[0].shape.points == [(0.1, 0.0, 1.0), (0.0, 0.1, 2.0)]
    with pytest.raises(ValueError, match=r"<dict>: contact.mu: -1: must not be negative"):
        ds.Scenario.from_dict({"contact": {"normal_force": 1.0, "mu": -1.0, "support": [{"shape": "disk", "radius": 1}]}})
    with pytest.raises(TypeError, match="contact: object: must be a number"):
        ds.Scenario.from_dict({"contact": object()})


def test_a_scenario_without_contact_says_so_as_on_the_command_line(program):
    file = ds.scenario_file("ball_roll_out")
    with pytest.raises(ValueError) as error:
        ds.read_scenario(file).limit_surface()
    assert str(error.value) == program("points", file).stderr.strip()
