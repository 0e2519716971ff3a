import { describe, expect, it } from '@jest/globals'
import { TypeAhead } from './type-ahead.ts'

const items = ['Árbol', 'archive', 'bread', 'brown bear', 'zoo'].map((name) => ({ name }))

function typist() {
  let now = 0
  const typeAhead = new TypeAhead(() => now)
  return { typeAhead, wait: (ms: number) => (now += ms) }
}

describe('finding by typing', () => {
  it('goes by the first letters, whatever their case and marks', () => {
    const { typeAhead } = typist()
    expect(typeAhead.find('B', items, -1)).toBe('bread')
    expect(typeAhead.find('r', items, 2)).toBe('bread')
    expect(typeAhead.find('o', items, 2)).toBe('brown bear')
  })

  it('goes on to the next with the same letter, and round', () => {
    const { typeAhead } = typist()
    expect(typeAhead.find('a', items, -1)).toBe('Árbol')
    expect(typeAhead.find('a', items, 0)).toBe('archive')
    expect(typeAhead.find('a', items, 1)).toBe('Árbol')
  })

  it('begins anew after a pause, and takes a space into a running word only', () => {
    const { typeAhead, wait } = typist()
    typeAhead.find('b', items, -1)
    expect(typeAhead.isRunning).toBe(true)
    wait(900)
    expect(typeAhead.isRunning).toBe(false)
    expect(typeAhead.find('z', items, 2)).toBe('zoo')
    expect(typeAhead.find('x', items, 4)).toBeNull()
  })
})
