"""Examples in the README and in docstrings, and the notebooks."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import umbra_eclipse as ue
from umbra_eclipse import batch

FOLDER = Path(__file__).parent.parent


def test_examples_of_the_readme_and_of_docstrings() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    assert len(blocks) >= 5
    examples = "\n".join([*blocks, ue.__doc__ or "", batch.__doc__ or ""])
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert result.failed == 0 and result.attempted > 10


NEEDS_ARTIFACTS = pytest.mark.skipif(
    "UMBRA_ARTIFACTS" not in os.environ, reason="test.sh was called without artifacts"
)


@pytest.mark.parametrize("name", ["eclipses", pytest.param("records", marks=NEEDS_ARTIFACTS)])
def test_a_notebook_runs_and_is_stored_without_outputs(name: str) -> None:
    notebook = nbformat.read(FOLDER / "notebooks" / f"{name}.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert any("image/png" in output.get("data", {}) for cell in code for output in cell.outputs)
