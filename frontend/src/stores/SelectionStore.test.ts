import { describe, expect, it } from '@jest/globals'
import { listing, makeItem, testRoot } from './test-root.ts'

async function open(names = ['a', 'b', 'c', 'd', 'e']) {
  const shown = { names }
  const { root } = testRoot(() =>
    listing(
      '/',
      shown.names.map((name) => makeItem(`/${name}`)),
    ),
  )
  await root.listing.open('/', true)
  return { root, selection: root.selection, shown, chosen: () => [...root.selection.names].toSorted().join('') }
}

const plain = { add: false, range: false }
const add = { add: true, range: false }
const range = { add: false, range: true }

describe('selecting', () => {
  it('takes one, adds others, and takes them away again', async () => {
    const { selection, chosen } = await open()
    selection.pick('b', plain)
    selection.pick('d', add)
    expect(chosen()).toBe('bd')
    selection.pick('b', add)
    expect(chosen()).toBe('d')
    selection.pick('a', plain)
    expect(chosen()).toBe('a')
  })

  it('takes everything from the anchor, either way, and the anchor stays', async () => {
    const { selection, chosen } = await open()
    selection.pick('c', plain)
    selection.pick('e', range)
    expect(chosen()).toBe('cde')
    selection.pick('a', range)
    expect(chosen()).toBe('abc')
    selection.pick('e', { add: true, range: true })
    expect(chosen()).toBe('abcde')
  })

  it('runs in the order of the screen', async () => {
    const { root, selection, chosen } = await open()
    root.listing.sortBy('name', true)
    selection.pick('b', plain)
    selection.pick('a', range)
    expect(chosen()).toBe('ab')
  })
})

describe('the place of the keyboard', () => {
  it('stays on its row when others come', async () => {
    const { root, selection, shown } = await open()
    selection.pickOnly('c')
    shown.names = ['0', ...shown.names]
    await root.listing.refresh()
    expect([selection.focused, selection.focusedPosition]).toEqual(['c', 3])
  })

  it('goes to the row that takes the place of one that went', async () => {
    const { root, selection } = await open()
    selection.pickOnly('c')
    root.listing.hide(['/c'])
    expect(selection.focused).toBe('d')
    root.listing.hide(['/d', '/e'])
    expect(selection.focused).toBe('b')
    expect(selection.count).toBe(0)
  })

  it('goes to a name that is awaited as soon as it is listed', async () => {
    const { root, selection, shown, chosen } = await open()
    selection.reveal('new')
    expect(chosen()).toBe('')
    shown.names = [...shown.names, 'new']
    await root.listing.refresh()
    expect(chosen()).toBe('new')
    expect(selection.focused).toBe('new')
  })

  it('selects several that arrive together', async () => {
    const { root, selection, shown, chosen } = await open()
    selection.reveal('y', 'x')
    shown.names = [...shown.names, 'x', 'y']
    await root.listing.refresh()
    expect([chosen(), selection.focused]).toEqual(['xy', 'y'])
  })
})
