import { describe, expect, it } from '@jest/globals'
import type { HolidayChoice } from '../../../../contract/calendar-subscriptions.ts'
import { type Holiday, holidays, placesWithHolidays } from './task.ts'

const parent = { read: async () => new Uint8Array(), give: async () => undefined }
const SPAIN: HolidayChoice = { country: 'ES', state: null, region: null, observances: false }
async function holidaysOf(choice: Partial<HolidayChoice>, year = 2027, languages = ['es', 'en']): Promise<Holiday[]> {
  const question = { choice: { ...SPAIN, ...choice }, languages, year }
  return (await holidays(question, new Uint8Array(), parent)).value as Holiday[]
}
async function placesOf(question: object): Promise<{ code: string; name: string }[]> {
  return (await placesWithHolidays(question, new Uint8Array(), parent)).value as { code: string; name: string }[]
}
const namesOf = (all: readonly Holiday[]) => all.map(({ day, name }) => `${day} ${name}`)

describe('holidays', () => {
  it('are those of a country, in the language that is asked for', async () => {
    const spain = namesOf(await holidaysOf({}))
    expect(spain).toEqual(expect.arrayContaining(['2027-01-06 Día de los Reyes Magos', '2027-03-26 Viernes Santo']))
    expect(namesOf(await holidaysOf({}, 2027, ['en']))).toContain('2027-03-26 Good Friday')
    expect(spain.some((name) => name.includes('Madre'))).toBe(false)
    expect(namesOf(await holidaysOf({ observances: true }))).toContain('2027-05-02 Día de la Madre')
  })

  it('are those of a part of it, each day once', async () => {
    const madrid = namesOf(await holidaysOf({ state: 'MD' }))
    expect(madrid.filter((name) => name.startsWith('2027-05-03'))).toEqual(['2027-05-03 Día de la Comunidad de Madrid'])
    expect(namesOf(await holidaysOf({}))).not.toContain('2027-05-03 Día de la Comunidad de Madrid')
  })

  it('may last some days, also if they begin on the evening before', async () => {
    const turkey = await holidaysOf({ country: 'TR' }, 2027, ['en'])
    expect(turkey.find(({ name }) => name.includes('Ramadan'))).toMatchObject({ day: '2027-03-09', days: 3 })
  })

  it('are none of a place that nobody knows', async () => expect(await holidaysOf({ country: 'XX' })).toEqual([]))
})

describe('places with holidays', () => {
  it('are countries, their states, and the regions of these', async () => {
    expect((await placesOf({ language: 'en' })).length).toBeGreaterThan(150)
    expect(await placesOf({ country: 'ES', language: 'es' })).toContainEqual({
      code: 'MD',
      name: 'Comunidad de Madrid',
    })
    expect((await placesOf({ country: 'DE', state: 'BY', language: 'en' })).map(({ code }) => code)).toContain('A')
    expect(await placesOf({ country: 'XX', language: 'en' })).toEqual([])
  })
})
