"""Asks all questions with the official Python client, over HTTP or standard input and output.

Usage: client.py QUESTIONS http ADDRESS, or client.py QUESTIONS stdio PROGRAM ARTIFACTS
"""

import asyncio
import datetime
import json
import pathlib
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

QUESTIONS = json.loads(pathlib.Path(sys.argv[1]).read_text())


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def difference(found, expected, tolerance):
    if isinstance(expected, str) and tolerance:
        return abs(seconds(found) - seconds(expected))
    return abs(found - expected) if not isinstance(expected, str) else float(found != expected)


def at(value, pointer):
    for name in pointer.split("/")[1:]:
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


async def ask(read, write):
    async with ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        for question in QUESTIONS:
            assert question["tool"] in tools, question
            result = await session.call_tool(question["tool"], question["arguments"])
            found = at(result.structured_content, question["at"])
            off = difference(found, question["expected"], question["tolerance"])
            assert off <= question["tolerance"], (question, found)
        refused = await session.call_tool("next_eclipse", {"obs": "91,0"})
        assert refused.is_error and "latitude" in refused.content[0].text, refused
        schema = await session.read_resource("umbra://schema/eclipses")
        assert "catalog_number" in schema.contents[0].text
        prompt = await session.get_prompt("plan-an-eclipse-trip", {"home": "Oviedo", "when": "2027"})
        assert "Oviedo" in prompt.messages[0].content.text
        print(f"{len(QUESTIONS)} questions, {len(tools)} tools")


async def main(kind, *arguments):
    if kind == "http":
        async with streamable_http_client(f"{arguments[0]}/mcp") as (read, write, *_):
            await ask(read, write)
    else:
        program, artifacts = arguments
        server = StdioServerParameters(command=program, args=["mcp", "--artifacts", artifacts])
        async with stdio_client(server) as (read, write):
            await ask(read, write)


asyncio.run(main(*sys.argv[2:]))
