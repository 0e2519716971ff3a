"""Takes the same steps on any CalDAV server, and tells as JSON what it saw, without what may differ.

Standard input: address, name, password, and the address of an empty calendar, or null for one that is made.
"""
import base64
import json
import re
import sys
from datetime import datetime, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from xml.etree import ElementTree

import caldav

NAMES = {"d": "DAV:", "c": "urn:ietf:params:xml:ns:caldav"}
url, username, password, where = json.loads(sys.stdin.readline())
client = caldav.DAVClient(url=url, username=username, password=password)
calendar = client.calendar(url=where) if where else client.principal().make_calendar(name="Compared")
base = str(calendar.url).rstrip("/") + "/"
said = {}


def event(uid, *lines):
    body = [f"UID:{uid}", "DTSTAMP:20261126T120000Z", *lines]
    frame = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN", "BEGIN:VEVENT", *body, "END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join(frame)


def ask(method, path, body="", **headers):
    return client.request(base + path, method, body, {name.replace("_", "-"): value for name, value in headers.items()})


def put(path, text, **headers):
    return ask("PUT", path, text, Content_Type="text/calendar; charset=utf-8", **headers).status


def etag(path):
    return ask("GET", path).headers.get("ETag")


def names(answer):
    """What a multistatus has, each as its name and status."""
    found = []
    for response in ElementTree.fromstring(answer.raw).findall("d:response", NAMES):
        name = response.find("d:href", NAMES).text.rstrip("/").split("/")[-1]
        status = response.find("d:status", NAMES)
        ok = response.find("d:propstat/d:status", NAMES)
        found.append([name, int(re.search(r" (\d\d\d)", (status if status is not None else ok).text).group(1))])
    return sorted(found)


def data(answer):
    """Starts, recurrence ids and titles of all events in a multistatus."""
    found = []
    for text in ElementTree.fromstring(answer.raw).iterfind(".//c:calendar-data", NAMES):
        for block in re.findall(r"BEGIN:VEVENT.*?END:VEVENT", text.text.replace("\r\n ", ""), re.S):
            line = lambda name: (re.search(rf"^{name}[^:\n]*:(.*?)\r?$", block, re.M) or [None, None])[1]
            found.append([line("DTSTART"), line("RECURRENCE-ID"), line("RRULE") is not None, line("SUMMARY")])
    return sorted(found, key=json.dumps)


def report(body):
    return ask("REPORT", "", body, Depth="1", Content_Type="application/xml")


def refusal(body):
    """Status and condition of a refused report, which the client would only raise."""
    key = base64.b64encode(f"{username}:{password}".encode()).decode()
    headers = {"Authorization": f"Basic {key}", "Content-Type": "application/xml", "Depth": "1"}
    try:
        return urlopen(Request(base, body.encode(), headers, method="REPORT")).status
    except HTTPError as error:
        return [error.code, [one.tag for one in ElementTree.fromstring(error.read())]]


SPACES = 'xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'


def query(inner, data_element="<c:calendar-data/>"):
    return report(
        f'<c:calendar-query {SPACES}><prop><getetag/>{data_element}</prop><c:filter><c:comp-filter name="VCALENDAR">'
        f'<c:comp-filter name="VEVENT">{inner}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>'
    )


def time_range(start, end):
    return f'<c:time-range start="{start}" end="{end}"/>'


def sync(token):
    return report(
        f"<sync-collection {SPACES}><sync-token>{token}</sync-token><sync-level>1</sync-level>"
        "<prop><getetag/></prop></sync-collection>"
    )


def token(answer):
    return ElementTree.fromstring(answer.raw).find("d:sync-token", NAMES).text


SINGLE = ["DTSTART:20270118T081500Z", "DTEND:20270118T090000Z", "SUMMARY:Single"]
DAY = ["DTSTART;VALUE=DATE:20270120", "DTEND;VALUE=DATE:20270121", "SUMMARY:Day"]
DAILY = ["DTSTART:20270101T100000Z", "DTEND:20270101T110000Z", "RRULE:FREQ=DAILY;COUNT=40", "EXDATE:20270119T100000Z", "SUMMARY:Daily"]
WEEKLY = ["DTSTART:20260105T100000Z", "DTEND:20260105T110000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Weekly"]

first_token = token(sync(""))
said["put"] = [put(f"{name}.ics", event(name, *lines)) for name, lines in
               {"single": SINGLE, "day": DAY, "daily": DAILY, "weekly": WEEKLY}.items()]
said["put where nothing may be"] = put("single.ics", event("single", *SINGLE), If_None_Match="*")
said["put with the UID of another"] = put("copy.ics", event("single", *SINGLE)) >= 400
said["put what is no event"] = put("wrong.ics", "hello") >= 400

tag = etag("single.ics")
said["get"] = [ask("GET", "single.ics").status, tag is not None, tag == etag("single.ics"), ask("GET", "none.ics").status]
changed = event("single", *SINGLE[:2], "SUMMARY:Changed", "SEQUENCE:1")
said["put with the ETag"] = put("single.ics", changed, If_Match=tag)
said["the ETag is another"] = etag("single.ics") != tag
said["put with an old ETag"] = put("single.ics", changed, If_Match=tag)
said["delete with an old ETag"] = ask("DELETE", "single.ics", If_Match=tag).status
said["put with an ETag where nothing is"] = put("none.ics", event("none", *SINGLE), If_Match=tag)

WEEK = ("20270117T000000Z", "20270124T000000Z")
said["query all"] = names(query(""))
said["query a week"] = names(query(time_range(*WEEK)))
said["query before all"] = names(query(time_range("20200101T000000Z", "20200201T000000Z")))
said["query the hour before"] = names(query(time_range("20270118T070000Z", "20270118T081500Z")))
said["query within it"] = names(query(time_range("20270118T083000Z", "20270118T084500Z")))
said["query the hour after"] = names(query(time_range("20270118T090000Z", "20270118T095900Z")))
said["query far ahead"] = names(query(time_range("20290101T000000Z", "20290108T000000Z")))
said["data"] = data(query(time_range(*WEEK)))
said["data, expanded"] = data(query(time_range(*WEEK), f'<c:calendar-data><c:expand start="{WEEK[0]}" end="{WEEK[1]}"/></c:calendar-data>'))
said["query by UID"] = names(query('<c:prop-filter name="UID"><c:text-match collation="i;octet">daily</c:text-match></c:prop-filter>'))
def prop_filter(name, inner=""):
    return f'<c:prop-filter name="{name}">{inner}</c:prop-filter>'


for label, inner in {
    "text": prop_filter("SUMMARY", '<c:text-match>DAILY</c:text-match>'),
    "other text": prop_filter("SUMMARY", '<c:text-match negate-condition="yes">daily</c:text-match>'),
    "property": prop_filter("RRULE"),
    "no property": prop_filter("RRULE", "<c:is-not-defined/>"),
    "parameter": prop_filter("DTSTART", '<c:param-filter name="VALUE"/>'),
    "no parameter": prop_filter("DTSTART", '<c:param-filter name="VALUE"><c:is-not-defined/></c:param-filter>'),
    "two properties": prop_filter("RRULE") + prop_filter("SUMMARY", "<c:text-match>week</c:text-match>"),
    "text in a week": time_range(*WEEK) + prop_filter("SUMMARY", "<c:text-match>e</c:text-match>"),
}.items():
    said[f"query by {label}"] = names(query(inner))
said["query tasks"] = names(report(
    f'<c:calendar-query {SPACES}><prop><getetag/></prop><c:filter><c:comp-filter name="VCALENDAR">'
    '<c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>'))

path = base.split("/", 3)[3]
said["multiget"] = names(report(
    f"<c:calendar-multiget {SPACES}><prop><getetag/><c:calendar-data/></prop>"
    + "".join(f"<href>/{path}{name}.ics</href>" for name in ["day", "gone"]) + "</c:calendar-multiget>"))

said["sync from nothing"] = names(sync(""))
said["sync from the beginning"] = names(sync(first_token))
second = token(sync(""))
said["sync without changes"] = names(sync(second))
said["delete"] = [ask("DELETE", "day.ics").status < 300, ask("DELETE", "day.ics").status, ask("GET", "day.ics").status]
put("single.ics", event("single", *SINGLE[:2], "SUMMARY:Again", "SEQUENCE:2"))
put("later.ics", event("later", *SINGLE))
said["sync after changes"] = names(sync(second))
said["the token is another"] = token(sync(second)) != second
said["sync with a wrong token"] = refusal(
    f"<sync-collection {SPACES}><sync-token>http://nobody.example/ns/sync/1</sync-token><sync-level>1</sync-level>"
    "<prop><getetag/></prop></sync-collection>")

JANUARY = {"start": datetime(2027, 1, 1, tzinfo=timezone.utc), "end": datetime(2027, 2, 1, tzinfo=timezone.utc)}
found = calendar.search(event=True, expand=True, **JANUARY)
said["the client's search"] = sorted([str(one.icalendar_component["SUMMARY"]), one.icalendar_component.decoded("DTSTART").isoformat()] for one in found)
found = calendar.search(event=True, server_expand=True, **JANUARY)
said["the client's search, expanded by the server"] = len(found)
said["propfind"] = [one for one in names(ask("PROPFIND", "", f"<propfind {SPACES}><prop><getetag/></prop></propfind>", Depth="1")) if one[0].endswith(".ics")]
print(json.dumps(said))
