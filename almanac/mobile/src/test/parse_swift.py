"""Fails if tree-sitter finds a syntax error in a Swift file. Usage: parse_swift.py FILE…"""

import sys
from pathlib import Path

import tree_sitter_swift
from tree_sitter import Language, Parser

# A valid attribute that the grammar lacks. UniFFI writes it on a line alone.
UNKNOWN = b"@_documentation(visibility: private)"

parser = Parser(Language(tree_sitter_swift.language()))
for name in sys.argv[1:]:
    source = Path(name).read_bytes()
    known = source.replace(UNKNOWN, b" " * len(UNKNOWN))
    nodes = [parser.parse(known).root_node]
    while nodes:
        node = nodes.pop()
        if node.is_error or node.is_missing:
            sys.exit(f"{name}:{node.start_point.row + 1}: {node.text.decode()}")
        nodes += node.children
