import { describe, expect, it } from '@jest/globals'
import { keyOf } from './paper-keys.ts'

const pressed = (key: string, held: object = {}) =>
  keyOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held } as KeyboardEvent)

describe('the keys of a document', () => {
  it('have one name, with Ctrl or Cmd as `mod`', () => {
    expect([
      pressed('PageDown'),
      pressed('='),
      pressed('F', { ctrlKey: true }),
      pressed('f', { metaKey: true }),
    ]).toEqual(['PageDown', '+', 'mod+f', 'mod+f'])
  })

  it('are the browser’s with Alt', () => {
    expect(pressed('Home', { altKey: true })).toBe('')
  })
})
