// CalDAV: questions about what events say.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { useSite, type Site } from '../helpers/nido.ts'
import { deviceOf, propfind, query, XML } from './caldav-client.ts'
import { addEvent, ownOf } from './calendar-client.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = () => site.makePerson({ perm: { calendar: true } })

describe('a program', () => {
  it('asks for events by what they say', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const calendar = `/dav/calendars/${ownOf(ana)}/`
    await addEvent(ana, { title: 'Café, Straße', place: 'Hill', reminders: [10] })
    await addEvent(ana, { title: 'Walk', notes: 'to the café', rule: 'FREQ=DAILY;COUNT=3' })
    const found = async (...filters: string[]) => {
      const { text } = (await ask('REPORT', calendar, { headers: XML, body: query(filters.join('')) })).expect(207)
      return [text.includes('SUMMARY:Café'), text.includes('SUMMARY:Walk')]
    }
    const prop = (name: string, inside = '') => `<c:prop-filter name="${name}">${inside}</c:prop-filter>`
    const match = (text: string, more = '') => `<c:text-match ${more}>${text}</c:text-match>`
    const unicode = 'collation="i;unicode-casemap"'
    const [FIRST, SECOND, BOTH, NONE] = [
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ]
    const cases: [string, boolean[] | undefined][] = [
      [prop('SUMMARY', match('wALK')), SECOND],
      [prop('summary', match('caf')), FIRST],
      [prop('SUMMARY', match('CAFÉ')), NONE],
      [prop('SUMMARY', match('CAFÉ, s', unicode)), FIRST],
      [prop('SUMMARY', match('walk', 'collation="i;octet"')), NONE],
      [prop('SUMMARY', match('walk', 'negate-condition="yes"')), FIRST],
      [prop('LOCATION'), FIRST],
      [prop('LOCATION', '<c:is-not-defined/>'), SECOND],
      [prop('LOCATION', match('hill', 'negate-condition="yes"')), NONE],
      [prop('SUMMARY', match('a')) + prop('DESCRIPTION', match('café')), SECOND],
      [prop('RRULE', match('COUNT=3')), SECOND],
      [prop('DTSTART', '<c:param-filter name="TZID"/>'), BOTH],
      [prop('DTSTART', `<c:param-filter name="TZID">${match('madrid')}</c:param-filter>`), BOTH],
      [prop('DTSTART', `<c:param-filter name="TZID">${match('london')}</c:param-filter>`), NONE],
      [prop('DTSTART', '<c:param-filter name="TZID"><c:is-not-defined/></c:param-filter>'), NONE],
      [prop('DTSTART', '<c:time-range start="20261118T000000Z" end="20261119T000000Z"/>'), BOTH],
      [prop('DTSTART', '<c:time-range start="20261119T000000Z"/>'), NONE],
      ['<c:comp-filter name="VALARM"/>', FIRST],
      ['<c:comp-filter name="VALARM"><c:is-not-defined/></c:comp-filter>', SECOND],
      [`<c:comp-filter name="VALARM">${prop('ACTION', match('display'))}</c:comp-filter>`, FIRST],
      ['<c:is-not-defined/>', NONE],
    ]
    for (const [filter, expected] of cases) expect([filter, await found(filter)]).toEqual([filter, expected])
    const window = '<c:time-range start="20261119T000000Z" end="20261120T000000Z"/>'
    expect(await found(window, prop('SUMMARY', match('a')))).toEqual(SECOND)
    for (const [filter, condition] of [
      [prop('SUMMARY', match('a', 'collation="i;basic;uca"')), 'supported-collation'],
      [prop('SUMMARY', '<c:other/>'), 'supported-filter'],
      [`<c:comp-filter name="VALARM">${window}</c:comp-filter>`, 'supported-filter'],
    ] as const) {
      const { status, text } = await ask('REPORT', calendar, { headers: XML, body: query(filter) })
      expect([status, text]).toEqual([403, expect.stringContaining(`<c:${condition}/>`)])
    }
    const told = await ask('PROPFIND', calendar, {
      headers: { Depth: '0', ...XML },
      body: propfind('c:supported-collation-set'),
    })
    expect(told.text).toContain('<c:supported-collation>i;unicode-casemap</c:supported-collation>')
  })
})
