"""Walks a CalDAV server as a calendar program does. Standard input: address, name and password. Says what it saw as JSON."""
import json
import sys
from datetime import datetime, timezone

import caldav
from caldav.lib.error import AuthorizationError, DAVError

url, username, password = json.loads(sys.stdin.readline())
said = {}

client = caldav.DAVClient(url=url, username=username, password=password)
principal = client.principal()
calendars = {str(one.url).rstrip("/").split("/")[-1]: one for one in principal.calendars()}
said["calendars"] = sorted(calendars)
own = calendars[f"own-{principal.url.path.rstrip('/').split('/')[-1]}"]

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//a//b//EN
BEGIN:VEVENT
UID:walk-1@python
DTSTAMP:20261126T120000Z
DTSTART;TZID=Europe/Madrid:20270118T081500
DTEND;TZID=Europe/Madrid:20270118T090000
RRULE:FREQ=WEEKLY;COUNT=3
SUMMARY:Walk
END:VEVENT
END:VCALENDAR
"""
made = own.save_event(TEXT)
made.load()
said["made"] = str(made.icalendar_component["SUMMARY"])

first, last = datetime(2027, 1, 1, tzinfo=timezone.utc), datetime(2027, 2, 1, tzinfo=timezone.utc)
found = own.search(start=first, end=last, event=True, expand=True)
said["found"] = sorted(one.icalendar_component.decoded("DTSTART").isoformat() for one in found)
said["elsewhere"] = len(own.search(start=datetime(2028, 1, 1, tzinfo=timezone.utc), end=datetime(2028, 2, 1, tzinfo=timezone.utc), event=True))
said["by uid"] = str(own.event_by_uid("walk-1@python").icalendar_component["SUMMARY"])

said["by text"] = [str(one.icalendar_component["SUMMARY"]) for one in own.search(event=True, summary="Wal", post_filter=False)]
said["by other text"] = len(own.search(event=True, summary="run", post_filter=False))
said["without place"] = len(own.search(event=True, no_location=True, post_filter=False))

synced = own.objects_by_sync_token(load_objects=True)
said["synced"] = len(list(synced))
made.icalendar_component["SUMMARY"] = "Walk far"
made.save()
synced.sync()
said["synced again"] = sorted(str(one.icalendar_component["SUMMARY"]) for one in synced)

# A late write: the event has been changed since this ETag.
etag = '"nothing-1"'
answer = client.request(str(made.url), "PUT", TEXT, {"If-Match": etag, "Content-Type": "text/calendar"})
said["late"] = answer.status

made.delete()
synced.sync()
said["deleted"] = len(list(synced))

try:
    caldav.DAVClient(url=url, username=username, password="wrong").principal()
    said["wrong password"] = "taken"
except (AuthorizationError, DAVError):
    said["wrong password"] = "refused"
print(json.dumps(said))
