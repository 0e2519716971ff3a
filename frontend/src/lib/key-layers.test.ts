import { describe, expect, it } from '@jest/globals'
import { type KeyLayer, KeyLayers } from './key-layers.ts'

function setUp() {
  const heard: string[] = []
  const listeners: string[] = []
  const layers = new KeyLayers({
    addEventListener: (type: string) => void listeners.push(`+${type}`),
    removeEventListener: (type: string) => void listeners.push(`-${type}`),
  })
  const add = (name: string, layer: KeyLayer['layer'], over: Partial<KeyLayer> & { means?: string } = {}) =>
    layers.add({
      layer,
      handle({ key }) {
        heard.push(name)
        return key === over.means
      },
      ...over,
    })
  const press = (key: string, isTyping = false) => layers.dispatch({ key } as KeyboardEvent, isTyping)
  return { heard, listeners, add, press }
}

describe('who hears a key', () => {
  it('is asked from the top down, until somebody means it', () => {
    const { heard, add, press } = setUp()
    add('page', 'page', { means: 'F1' })
    add('list', 'list', { means: 'a' })
    add('search', 'search')
    expect([press('a'), ...heard.splice(0)]).toEqual([true, 'search', 'list'])
    expect([press('F1'), ...heard.splice(0)]).toEqual([true, 'search', 'list', 'page'])
    expect(press('b')).toBe(false)
  })

  it('is nobody below something modal, whatever else lies on that layer', () => {
    const { heard, add, press } = setUp()
    add('page', 'page')
    add('player', 'stage', { means: 'k' })
    add('cover', 'stage', { isModal: true })
    expect([press('k'), ...heard.splice(0)]).toEqual([true, 'cover', 'player'])
    expect([press('x'), ...heard.splice(0)]).toEqual([false, 'cover', 'player'])
    add('dialog', 'dialog', { isModal: true })
    expect([press('k'), ...heard]).toEqual([false, 'dialog'])
  })

  it('hears nothing of what is typed in a field, unless it says so', () => {
    const { heard, add, press } = setUp()
    add('page', 'page', { means: 'Escape' })
    expect(press('Escape', true)).toBe(false)
    add('search', 'search', { means: 'Escape', hearsFields: true })
    expect([press('Escape', true), ...heard]).toEqual([true, 'search'])
  })

  it('hears no more when it has left, and with the last one the page stops listening', () => {
    const { heard, listeners, add, press } = setUp()
    const leave = [add('list', 'list'), add('page', 'page')]
    leave[0]?.()
    press('a')
    leave[1]?.()
    press('b')
    expect([heard, listeners]).toEqual([['page'], ['+keydown', '-keydown']])
  })
})
