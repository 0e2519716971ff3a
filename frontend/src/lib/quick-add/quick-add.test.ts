import { describe, expect, it } from '@jest/globals'
import { readQuickAdd } from './index.ts'
import { isMonthFirst } from './month-first.ts'

/** A Thursday. */
const NOW = new Date(2026, 10, 26, 10, 0)

const read = (line: string, isMonthFirst = false): string => {
  const event = readQuickAdd(line, NOW, isMonthFirst)
  return event === null ? '' : [event.title, event.start, event.end, event.rule].filter(Boolean).join(' | ')
}

describe('quick add', () => {
  it.each([
    ['dentist tomorrow 4pm', 'dentist | 2026-11-27T16:00 | 2026-11-27T17:00'],
    ['dentist tomorrow at 4:30pm', 'dentist | 2026-11-27T16:30 | 2026-11-27T17:30'],
    ['Piano on friday from 5 to 6pm', 'Piano | 2026-11-27T17:00 | 2026-11-27T18:00'],
    ['dinner next monday at 20:30', 'dinner | 2026-11-30T20:30 | 2026-11-30T21:30'],
    ['holiday dec 24', 'holiday | 2026-12-24 | 2026-12-25'],
    ['trip dec 24-27', 'trip | 2026-12-24 | 2026-12-28'],
    ['Mum’s birthday 3 march', 'Mum’s birthday | 2027-03-03 | 2027-03-04'],
    ['call at 9', 'call | 2026-11-27T09:00 | 2026-11-27T10:00'],
    ['call at 11', 'call | 2026-11-26T11:00 | 2026-11-26T12:00'],
    ['lunch noon', 'lunch | 2026-11-26T12:00 | 2026-11-26T13:00'],
    ['party saturday 10pm-1am', 'party | 2026-11-28T22:00 | 2026-11-29T01:00'],
    ['boiler service in 2 weeks', 'boiler service | 2026-12-10 | 2026-12-11'],
    ['Swimming every tuesday 18:00', 'Swimming | 2026-12-01T18:00 | 2026-12-01T19:00 | FREQ=WEEKLY;BYDAY=TU'],
    ['rent every month', 'rent | 2026-11-26 | 2026-11-27 | FREQ=MONTHLY'],
    ['Room 12 cleaning', 'Room 12 cleaning | 2026-11-26 | 2026-11-27'],
    ['buy 3 at the market', 'buy 3 at the market | 2026-11-26 | 2026-11-27'],
  ])('reads English: %s', (line, event) => expect(read(line)).toBe(event))

  it.each([
    ['dentista mañana a las 16', 'dentista | 2026-11-27T16:00 | 2026-11-27T17:00'],
    ['dentista mañana 16h', 'dentista | 2026-11-27T16:00 | 2026-11-27T17:00'],
    ['Cena el viernes a las 9 de la noche', 'Cena | 2026-11-27T21:00 | 2026-11-27T22:00'],
    ['comida 12 de diciembre a las 14h', 'comida | 2026-12-12T14:00 | 2026-12-12T15:00'],
    ['cine pasado mañana a las 8 de la tarde', 'cine | 2026-11-28T20:00 | 2026-11-28T21:00'],
    ['vacaciones del 24 al 27 de diciembre', 'vacaciones | 2026-12-24 | 2026-12-28'],
    ['reunión el lunes de 9 a 10', 'reunión | 2026-11-30T09:00 | 2026-11-30T10:00'],
    ['reunión el próximo martes', 'reunión | 2026-12-01 | 2026-12-02'],
    ['mañana por la tarde dentista', 'dentista | 2026-11-27T16:00 | 2026-11-27T17:00'],
    ['mañana a las 9 de la mañana dentista', 'dentista | 2026-11-27T09:00 | 2026-11-27T10:00'],
    ['Piano todos los miércoles a las 17:30', 'Piano | 2026-12-02T17:30 | 2026-12-02T18:30 | FREQ=WEEKLY;BYDAY=WE'],
    ['cumple de Leo 24/12', 'cumple de Leo | 2026-12-24 | 2026-12-25'],
    ['alquiler cada mes', 'alquiler | 2026-11-26 | 2026-11-27 | FREQ=MONTHLY'],
    ['médico en 3 días', 'médico | 2026-11-29 | 2026-11-30'],
  ])('reads Spanish: %s', (line, event) => expect(read(line)).toBe(event))

  it.each([
    ['Leo 12/24', false, 'Leo | 2026-12-24 | 2026-12-25'],
    ['Leo 24/12', true, 'Leo | 2026-12-24 | 2026-12-25'],
    ['Leo 11/12', false, 'Leo | 2026-12-11 | 2026-12-12'],
    ['Leo 12/11/27', true, 'Leo | 2027-12-11 | 2027-12-12'],
    ['Bus 24/31', true, 'Bus 24/31 | 2026-11-26 | 2026-11-27'],
  ] as const)('reads a day with slashes: %s, month first: %s', (line, isMonthFirst, event) =>
    expect(read(line, isMonthFirst)).toBe(event),
  )

  it('needs a title', () => {
    for (const line of ['', '  ', 'tomorrow', 'mañana a las 16']) expect(read(line)).toBe('')
  })
})

it.each([
  ['en-US', true],
  ['en-GB', false],
  ['ja', true],
  ['zh-CN', true],
  ['de', false],
  ['sv', false],
])('knows what is first in the dates of %s', (locale, first) => expect(isMonthFirst(locale)).toBe(first))
