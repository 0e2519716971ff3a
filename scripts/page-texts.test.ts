import { describe, expect, it } from '@jest/globals'
import { isInPart, TEXT_PARTS, textsOfPart } from '../frontend/src/i18n/parts.ts'
import { partsWithoutTexts } from './lib/fetched-texts.ts'
import { readLocale } from './lib/locale-texts.ts'
import { keysOf, missingTexts } from './lib/page-texts.ts'

const TEXTS = {
  login: { title: 'Log in' },
  profile: { atLeast_one: 'one', atLeast_other: 'more', theme: 'Theme' },
  kind: { audio: 'Sound', video: 'Film' },
}

describe('texts that come with a page', () => {
  it('are rooms, single texts and forms of plurals', () => {
    expect(textsOfPart(TEXTS, 'start')).toEqual({
      login: { title: 'Log in' },
      profile: { atLeast_one: 'one', atLeast_other: 'more' },
    })
    expect(textsOfPart(TEXTS, 'files')).toEqual({ kind: TEXTS.kind })
  })

  it('come later where the files do not begin with them', () => {
    expect(textsOfPart(TEXTS, 'rest')).toEqual({
      login: TEXTS.login,
      profile: { atLeast_one: 'one', atLeast_other: 'more' },
    })
    expect(textsOfPart(TEXTS, 'settings')).toEqual({ profile: { theme: 'Theme' } })
    expect([isInPart('remove', 'files'), isInPart('removed', 'files')]).toEqual([true, false])
    const keys = ['calendar.title', 'calendar.week', 'calendar.busy', 'imports.error.gone']
    expect(keys.map((key) => TEXT_PARTS.filter((part) => isInPart(key, part)))).toEqual([
      ['files'],
      ['calendar'],
      ['rest'],
      ['rest'],
    ])
  })

  it('are missed where a script names them, or the beginning of their keys', () => {
    const keys = keysOf(TEXTS)
    expect(keys).toEqual(['login.title', 'profile.atLeast', 'profile.theme', 'kind.audio', 'kind.video'])
    const script = 't(`login.title`),t("profile.theme"),t(`kind.${e}`),"a.b"'
    expect(missingTexts(script, 'start', keys)).toEqual(['profile.theme', 'kind.audio', 'kind.video'])
    expect(missingTexts(script, 'guest', keys)).toEqual(['login.title', 'profile.theme'])
  })

  it('are brought by each part of the page that is fetched later', async () => {
    expect(await partsWithoutTexts((await readLocale('en')) ?? {})).toEqual([])
  })
})
