import { describe, expect, it } from '@jest/globals'
import type { Locale } from '../backend/contract/locales.ts'
import { faultsOfText, findLocaleFaults } from './lib/locale-faults.ts'
import { flattenTexts } from './lib/locale-texts.ts'

const ENGLISH = flattenTexts({
  files: { title_one: 'Delete “{{name}}”', title_other: 'Delete {{count}} items' },
  action: { open: 'Open', lead: 'Choose a <b>folder</b> for {{name}}' },
  kind: { audio: 'Audio', pdf: 'PDF' },
})

const faultOf = (locale: Locale, text: string, model = 'Something else here') =>
  faultsOfText(locale, 'files.lead', { text, model })

describe('the keys of a language', () => {
  it('are those of English, with its own plural forms', () => {
    const texts = flattenTexts({
      files: { title_one: 'Smazat „{{name}}“', title_few: 'Smazat položky ({{count}})', title_more: 'Více' },
      action: { open: 'Otevřít', lead: 'Zvolte <b>složku</b> pro {{name}}' },
      kind: { audio: 'Zvuk', pdf: 'PDF' },
    })
    expect(findLocaleFaults('cs', texts, ENGLISH)).toEqual([
      'cs: files.title_many is missing',
      'cs: files.title_other is missing',
      'cs: files.title_more is not in English, or is no form of this language',
    ])
  })

  it('may have a text for none, and one for 21 where that counts as one', () => {
    const texts = new Map([
      ['files.title_zero', 'Нет файлов'],
      ['files.title_ones', 'Удалить {{count}} файл'],
    ])
    const extra = (locale: Locale) => findLocaleFaults(locale, texts, ENGLISH).filter((line) => /no form/.test(line))
    expect(extra('ru')).toEqual([])
    expect(extra('pl')).toHaveLength(1)
  })
})

describe('a text', () => {
  it('shows what English shows', () => {
    const model = 'Delete {{count, number}} of <b>{{name}}</b>'
    expect(faultOf('de', '{{count}} von <b>{{name}}</b> löschen', model)).toEqual([])
    expect(faultOf('de', '<b>{{name}}</b> löschen', model)).toEqual(['has other placeholders than English'])
    expect(faultOf('de', '{{count}} von {{name}} löschen', model)).toEqual(['has other tags than English'])
    expect(faultOf('de', ' ', model)).toEqual(['is empty'])
  })

  it('may leave out the number, and nothing else, where it is for one', () => {
    const one = (text: string) => faultsOfText('de', 'files.title_one', { text, model: '{{count}} in {{folder}}' })
    expect(one('Eine Datei in {{folder}}')).toEqual([])
    expect(one('Eine Datei')).toEqual(['has other placeholders than English'])
    expect(one('{{name}} in {{folder}}')).toEqual(['has other placeholders than English'])
  })

  it('is not English', () => {
    expect(faultsOfText('de', 'action.open', { text: 'Open', model: 'Open' })).toEqual(['is English: Open'])
    expect(faultOf('de', 'Wähle the Ordner')).toEqual(['has the word of another language: the'])
    expect(faultOf('nl', 'De map is van jou of van Anna')).toEqual([])
    expect(faultOf('de', 'Tippe type:the oder notes.and')).toEqual([])
  })

  it('may be the same as English where that is a name, a number or a word of the language', () => {
    const same = (locale: Locale, key: string, text: string) => faultsOfText(locale, key, { text, model: text })
    expect(same('ja', 'kind.pdf', 'PDF')).toEqual([])
    expect(same('de', 'imports.speed', '{{speed}}/s')).toEqual([])
    expect(same('es', 'kind.audio', 'Audio')).toEqual([])
    expect(same('ru', 'kind.audio', 'Audio')).toEqual(['is English: Audio'])
  })

  it('is in the letters of its language', () => {
    expect(faultOf('ru', 'Open this folder')).toContain('has the word of another language: Open this folder')
    expect(faultOf('ru', 'Открыть PDF')).toEqual([])
    expect(faultOf('ru', 'Открыть фaйл')).toEqual(['has the word of another language: фaйл'])
    expect(faultOf('zh-cn', '打开ファイル')).toEqual(['has the word of another language: ファイル'])
    expect(faultOf('ja', 'ファイルを開く')).toEqual([])
    expect(faultOf('de', 'Datei öffnеn')).toHaveLength(2)
  })

  it('has no stray spaces', () => {
    expect(faultOf('es', 'Abrir ')).toEqual(['begins or ends with a space'])
    expect(faultOf('es', 'Abrir  todo')).toEqual(['has two spaces'])
    expect(faultOf('es', 'Abrir todo .')).toEqual(['has a space before a full stop or comma'])
    expect(faultOf('es', 'Abrir un archivo .txt')).toEqual([])
    expect(faultOf('es', 'Abrir\u200B todo')).toEqual(['has a character that nobody sees'])
    expect(faultOf('fr', 'Ouvrir : « tout\u00A0»')).toEqual(['needs a space that does not break (U+202F or U+00A0)'])
    expect(faultOf('fr', 'Ouvrir\u00A0: «\u202Ftout\u202F»\u202F!')).toEqual([])
  })
})
