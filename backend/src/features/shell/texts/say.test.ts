import { describe, expect, it } from '@jest/globals'
import { LOCALES } from '../../../../contract/locales.ts'
import { SHELL_COMMANDS } from '../../../../contract/shell.ts'
import { HookRefusal, ShellError, wordsOf } from '../errors.ts'
import { parseLine } from '../../../../contract/shell-line.ts'
import { sayIn } from './say.ts'

// What else a language needs is held by scripts/check-locales.ts.
describe('what the shell says', () => {
  it('explains every command in every language', () => {
    for (const locale of LOCALES)
      for (const command of SHELL_COMMANDS) expect(sayIn(locale)(`summary.${command}`)).not.toBe('')
  })

  it('has values in their places', () => {
    expect(sayIn('de')('error.needsValue', { name: '-n' })).toBe('-n braucht einen Wert')
    expect(sayIn('ja')('output.more', { number: 7 })).toBe('… 他 7 件')
  })

  it('tells errors in the language, and to the log in English', () => {
    const error = new ShellError('error.unknownOption', { name: '-x' })
    expect([wordsOf(error, sayIn('es')), error.message]).toEqual(['opción desconocida -x', 'unknown option -x'])
    expect(wordsOf(new HookRefusal('before_save', null), sayIn('de'))).toBe('before_save hat es verhindert')
    expect(wordsOf(new Error('secret'), sayIn('de'))).toBeNull()
  })

  it.each([
    ['echo "a', 'ein Anführungszeichen ist nicht geschlossen: "'],
    ['ls >', 'nach > fehlt eine Datei'],
    ['ls 2> a', '2> wird nicht unterstützt; es gibt nur |, < und >'],
    ['ls |', 'ein Befehl fehlt'],
  ])('tells what is wrong with the line %j', (line, words) => {
    let error: unknown
    try {
      parseLine(line)
    } catch (thrown) {
      error = thrown
    }
    expect(wordsOf(error, sayIn('de'))).toBe(words)
  })
})
