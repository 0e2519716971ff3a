"""Reads a calendar on standard input, and tells its events as JSON lines: UID, title, start, end, reminders."""
import json
import sys

from icalendar import Calendar

calendar = Calendar.from_ical(sys.stdin.buffer.read())
for event in calendar.walk("VEVENT"):
    print(json.dumps([
        str(event["UID"]),
        str(event["SUMMARY"]),
        event.decoded("DTSTART").isoformat(),
        event.decoded("DTEND").isoformat(),
        [int(-alarm.decoded("TRIGGER").total_seconds() // 60) for alarm in event.walk("VALARM")],
    ]))
