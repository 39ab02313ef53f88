// Reads a calendar from the standard input with ical.js and writes its events as JSON, in the order of the
// file: name, beginning and end in seconds since 1970, summary, description.
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const calendar = new ICAL.Component(ICAL.parse(readFileSync(0, "utf8")));
const events = calendar.getAllSubcomponents("vevent").map((component) => {
  const event = new ICAL.Event(component);
  const [begin, end] = [event.startDate, event.endDate].map((time) => time.toUnixTime());
  return [event.uid, begin, end, event.summary, event.description ?? ""];
});
process.stdout.write(JSON.stringify(events));
