"""The list of deliberate faults fits today's source, so that it can be tried at any time."""

import pytest

from tests import faults
from tests.faults import FAULTS, ROOT, Fault


def test_there_are_at_least_forty_faults_and_each_is_different():
    assert len({(fault.file, fault.old) for fault in FAULTS}) == len(FAULTS)
    assert len(FAULTS) >= 40


def test_the_line_of_every_fault_is_in_its_file_exactly_once():
    texts = {file: (ROOT / file).read_text() for file in {fault.file for fault in FAULTS}}
    found = {(fault.file, fault.old): texts[fault.file].count(fault.old) for fault in FAULTS}
    assert {fault: times for fault, times in found.items() if times != 1} == {}


def test_the_tests_that_must_notice_a_fault_exist():
    named = {word for fault in FAULTS for word in fault.tests.split() if word.startswith("tests/")}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.fixture
def tree(tmp_path):
    """A tree of one rule and its test, which needs nothing else."""
    (tmp_path / "rule.py").write_text("def points():\n    return 2\n")
    test = "from rule import points\n\ndef test_two(): assert points() == 2\n"
    (tmp_path / "test_rule.py").write_text(f"import sys\nsys.path.insert(0, '.')\n{test}")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(("new", "found"), [("return 3", True), ("return 1 + 1", False)])
def test_a_fault_is_noticed_if_a_test_fails_and_is_removed_afterwards(tree, new, found):
    fault = Fault("rule.py", "return 2", new, "test_rule.py --noconftest")
    before = (tree / "rule.py").read_text()
    assert faults.noticed(fault, tree) == found
    assert (tree / "rule.py").read_text() == before


def test_a_fault_whose_line_is_missing_or_doubled_is_not_tried(tree):
    for old in ("return 7", "t"):
        with pytest.raises(ValueError, match=f"times: {old}"):
            faults.put_in(Fault("rule.py", old, "pass", "test_rule.py"), tree)
