#!/usr/bin/env python3
"""Fetches calendars from a server and reads them with two third-party programs.

    python3 tests/calendars.py http://127.0.0.1:8080 calendars.mjs

The package icalendar must find no error. ical.js, in calendars.mjs, must find the same events: the same
names, beginnings, ends and texts. Their number must be that of the JSON response. Ends with a traceback
otherwise.
"""
import datetime
import json
import subprocess
import sys
import urllib.request

import icalendar


def dated(days):
    """Number of entries with an instant on all days. Other entries last all day and are in no calendar."""
    return sum(entry["date"] is not None for entries in days.values() for entry in entries)


# Path without its format, and the number of events in its JSON response.
CALENDARS = [
    ("/solar-eclipse/search/2000/2040?obs=42.34,-3.7,860", len),
    ("/solar-eclipse/search/1500/2500?obs=-77.85,166.67,10&order=desc", len),
    ("/solar-eclipse/search/2024/2024?obs=0,0", len),
    ("/celestial-events/2025-01-01/2026-01-31?body=sun,moon,gc", len),
    ("/celestial-events/2025-01-01/2026-01-31?body=sun,moon,gc&obs=42.34,-3.7,860&circumstances=1&tz=auto", len),
    ("/meteor-showers/2025-01-01/2026-01-31?minZhr=0", len),
    ("/meteor-showers/2025-01-01/2026-01-31?obs=42.34,-3.7,860", len),
    # In summer of the far north many events last all day.
    ("/rise-transit-set/2025-05-01/2025-08-01?observer=69.65,18.96&body=sun,moon,gc&events=all", dated),
    ("/rise-transit-set/2025-10-01/2025-12-01?observer=42.34,-3.7&body=sun,moon&events=all&tz=auto", dated),
]


def get(address, path):
    """Media type and text of a response."""
    with urllib.request.urlopen(address + path) as answer:
        return answer.headers.get_content_type(), answer.read().decode()


def event(component):
    """The fields of an event that both readers must find."""
    begin = component.decoded("dtstart")
    end = component.decoded("dtend") if "dtend" in component else begin
    for instant in (begin, end):
        assert instant.tzinfo is not None and instant.utcoffset() == datetime.timedelta(0), instant
    assert begin <= end, (begin, end)
    seconds = [int(instant.timestamp()) for instant in (begin, end)]
    texts = [str(component.get(name, "")) for name in ("uid", "summary", "description")]
    return [*texts[:1], *seconds, *texts[1:]]


def check(address, reader, path, count):
    """Reads a calendar with both readers and compares the results."""
    media_type, text = get(address, f"{path}&format=ics")
    assert media_type == "text/calendar", media_type
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n")), path
    calendar = icalendar.Calendar.from_ical(text)
    assert calendar["version"] == "2.0" and calendar["prodid"] and calendar["x-wr-calname"], path
    components = calendar.walk("VEVENT")
    assert not any(component.errors for component in [calendar, *components]), path
    events = [event(component) for component in components]
    assert len({uid for uid, *_ in events}) == len(events), "two events have the same name"
    others = subprocess.run(["node", reader], input=text, capture_output=True, text=True, check=True)
    assert json.loads(others.stdout) == events, path
    said = count(json.loads(get(address, path)[1])["response"])
    assert said == len(events), (path, said, len(events))
    assert get(address, f"{path}&format=ics")[1] == text, "not the same bytes in the second response"
    return len(events)


def main():
    address, reader = sys.argv[1:]
    events = [check(address, reader, path, count) for path, count in CALENDARS]
    print(f"{len(events)} calendars, {sum(events)} events: icalendar and ical.js agree")


main()
