import { expect, it } from '@jest/globals'
import { checkUnderWay, type OpenImport } from './landing-under-way.ts'

const open: OpenImport[] = [
  { id: 'a', owner: 1, total: 40, result: '/Shared/TORRENTS/a' },
  { id: 'b', owner: 1, total: 500, result: '/mine/b' },
  { id: 'c', owner: 2, total: 500, result: '/Shared/c' },
  { id: 'd', owner: 1, total: 30, result: null },
]
const check = (bytes: number, limit = 100) =>
  checkUnderWay(
    { most: async () => limit, imports: async () => open },
    { id: 'e', owner: 1, bytes, isShared: (path) => path.startsWith('/Shared/') },
  )

it('what a person imports into the shared folder at a time is limited', async () => {
  await expect(check(61)).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(check(60)).resolves.toBeUndefined()
})

it('without a limit nothing is too much', async () => {
  await expect(check(1_000, 0)).resolves.toBeUndefined()
})
