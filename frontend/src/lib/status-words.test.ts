import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import type { StatusRecord } from '../../../backend/contract/status.ts'
import { STATUS_PARTS, STATUS_STATES } from '../../../backend/contract/status.ts'
import { countsOf, wordKeyOf } from './status-words.ts'

type Words = Record<string, Record<string, Record<string, string>>>

describe('the words of the status', () => {
  it('are there for each part in each state that it can be in, and for nothing else', () => {
    const { status } = JSON.parse(readFileSync(new URL('../i18n/locales/en.json', import.meta.url), 'utf8')) as {
      status: { part: Words }
    }
    const known = STATUS_PARTS.flatMap((part) => STATUS_STATES.flatMap((state) => wordKeyOf({ part, state }) ?? []))
    const written = Object.entries(status.part).flatMap(([part, states]) =>
      Object.keys(states).map((state) => `${part}.${state}`),
    )
    expect(written.toSorted()).toEqual(known.toSorted())
  })

  it('count what is wanted apart from what is missed', () => {
    const parts: StatusRecord['parts'] = [
      { part: 'storage', state: 'ok' },
      { part: 'signUp', state: 'off' },
      { part: 'shell', state: 'off' },
      { part: 'bucketEvents', state: 'lacking' },
      { part: 'database', state: 'failing' },
    ]
    expect(countsOf({ parts })).toEqual({ bad: 1, warn: 1, off: 1 })
  })
})
