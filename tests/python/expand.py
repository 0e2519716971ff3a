"""Expands series: for each JSON line on standard input, of a calendar and two days, the starts between them."""
import json
import sys
from datetime import date

import recurring_ical_events
from icalendar import Calendar

for line in sys.stdin:
    text, first, last = json.loads(line)
    found = recurring_ical_events.of(Calendar.from_ical(text)).between(date.fromisoformat(first), date.fromisoformat(last))
    print(json.dumps(sorted(event.decoded("DTSTART").isoformat()[:19] for event in found)), flush=True)
