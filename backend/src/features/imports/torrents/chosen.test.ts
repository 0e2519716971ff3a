import { expect, it } from '@jest/globals'
import { FileAdmission } from './admission.ts'
import { fetchOrderOf, chosenBytesOf, wantedOf } from './chosen.ts'

/** Files of a torrent, the second of which is padding. */
const torrent = {
  files: [10, 5, 30, 40].map((size, number) => ({
    path: `${number}`,
    seedPath: `${number}`,
    size,
    offset: 0,
    isLeftOut: number === 1,
  })),
}

it('counts the files that people see', () => {
  expect(wantedOf(torrent, { wanted: null })).toEqual([0, 2, 3])
  expect(wantedOf(torrent, { wanted: [1, 0, 99] })).toEqual([0, 2])
  expect(() => wantedOf(torrent, { wanted: [99] })).toThrow(expect.objectContaining({ code: 'badTorrent' }))
  expect(chosenBytesOf(torrent, [0, 2, 99])).toBe(40)
})

it('puts some files first, in their order', () => {
  expect(fetchOrderOf(torrent, [])([3, 2, 0])).toEqual([0, 2, 3])
  expect(fetchOrderOf(torrent, [2, 1, 99])([0, 2, 3])).toEqual([3, 2, 0])
  expect(fetchOrderOf(torrent, [2])([0, 2])).toEqual([0, 2])
})

it('lets files come in another order, and forgets those that are stored already', () => {
  const admission = new FileAdmission([0, 2, 3], { room: 40, sizeOf: (number) => chosenBytesOf(torrent, [number]) })
  expect(admission.next()).toEqual([0, 2])
  admission.order(fetchOrderOf(torrent, [2]))
  admission.gone(3)
  admission.gone(0)
  admission.gone(2)
  expect([admission.next(), admission.coming()]).toEqual([[], []])
})
