import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }

const read = (locale: string): Texts =>
  JSON.parse(readFileSync(new URL(`./locales/${locale}.json`, import.meta.url), 'utf8')) as Texts
const en = read('en')
const es = read('es')

/** Every key on its way from the top; the forms of a plural count as one. */
function keysOf(texts: Texts, above = ''): Set<string> {
  return new Set(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [above + key.replace(/_(zero|one|two|few|many|other)$/, '')]
        : [...keysOf(value, `${above}${key}.`)],
    ),
  )
}

const textsOf = (texts: Texts): string[] =>
  Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))

describe('the Spanish texts', () => {
  it('are complete, and have nothing that the English ones lack', () => {
    expect([...keysOf(es)].toSorted()).toEqual([...keysOf(en)].toSorted())
  })

  it('say something everywhere', () => {
    expect(textsOf(es).filter((text) => text.trim() === '')).toEqual([])
  })
})
