import { describe, expect, it } from '@jest/globals'
import { makeItem, testRoot } from '../test-root.ts'
import { BatchRename } from './BatchRename.ts'

const items = ['b.jpg', 'a.jpg', 'c.jpg'].map((name) => makeItem(`/d/${name}`))

async function open() {
  const { root } = testRoot(() =>
    Response.json({ path: '/d', name: 'd', isDir: true, items: [...items, makeItem('/d/Lake 2.jpg')] }),
  )
  const batch = new BatchRename(root.api.resources, items)
  await batch.look()
  return batch
}
const told = (batch: BatchRename) => batch.rows.map(({ name, trouble }) => `${name} ${trouble ?? ''}`.trim())

describe('new names for several items', () => {
  it('are the old ones until something is entered', async () => {
    const batch = await open()
    expect([told(batch), batch.canRename]).toEqual([['b.jpg', 'a.jpg', 'c.jpg'], false])
  })

  it('are numbered in the order on the screen, and taken ones are marked', async () => {
    const batch = await open()
    batch.setPattern({ pattern: 'Lake {n}' })
    expect(told(batch)).toEqual(['Lake 1.jpg', 'Lake 2.jpg taken', 'Lake 3.jpg'])
    expect([batch.troubles, batch.canRename]).toEqual([1, false])
    batch.setPattern({ start: 3 })
    expect(batch.renames).toEqual([
      { from: '/d/b.jpg', to: '/d/Lake 3.jpg' },
      { from: '/d/a.jpg', to: '/d/Lake 4.jpg' },
      { from: '/d/c.jpg', to: '/d/Lake 5.jpg' },
    ])
  })

  it('are never given twice; a number makes them unique if wanted', async () => {
    const batch = await open()
    batch.setPattern({ pattern: 'Lake 2' })
    expect(told(batch)).toEqual(['Lake 2.jpg taken', 'Lake 2.jpg taken', 'Lake 2.jpg taken'])
    batch.setPattern({ pattern: 'x' })
    expect(told(batch)).toEqual(['x.jpg', 'x.jpg twice', 'x.jpg twice'])
    batch.setAddsNumbers(true)
    expect(told(batch)).toEqual(['x.jpg', 'x(1).jpg', 'x(2).jpg'])
  })

  it('may be the old names of others among them, but not invalid ones', async () => {
    const batch = await open()
    batch.setMode('replace')
    batch.setReplace({ find: 'b', replacement: 'a' })
    expect(told(batch)).toEqual(['a.jpg', 'a.jpg twice', 'c.jpg'])
    batch.setReplace({ find: 'b', replacement: 'x/y' })
    expect(told(batch)[0]).toBe('x/y.jpg slash')
    batch.setReplace({ find: 'b.jpg', replacement: '', withEnding: true })
    expect(told(batch)[0]).toBe('empty')
    batch.setLetters('upper')
    batch.setReplace({ find: '', replacement: '', withEnding: true })
    expect(told(batch)).toEqual(['B.JPG', 'A.JPG', 'C.JPG'])
  })
})
