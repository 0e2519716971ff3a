import { expect, it } from '@jest/globals'
import { locate, parseUserPath, placeOfScope } from '../../storage/paths.ts'
import { checkUnderWay, type OpenImport } from './landing-under-way.ts'

const mounts = { scope: placeOfScope('n-', '/ann'), sharedFolder: 'Shared', sharedBucket: 'n-shared' }
const open: OpenImport[] = [
  { id: 'a', owner: 1, total: 40, result: '/Shared/TORRENTS/a' },
  { id: 'b', owner: 1, total: 500, result: '/mine/b' },
  { id: 'c', owner: 2, total: 500, result: '/Shared/c' },
  { id: 'd', owner: 1, total: 30, result: null },
]
const check = (path: string, bytes: number, limit = 100) =>
  checkUnderWay(
    { most: async () => limit, imports: async () => open },
    { id: 'e', owner: 1, at: locate(mounts, parseUserPath(path)), mounts },
    bytes,
  )

it('what a person imports into the shared folder at a time is limited', async () => {
  await expect(check('/Shared/TORRENTS/e', 61)).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(check('/Shared/TORRENTS/e', 60)).resolves.toBeUndefined()
})

it('what goes to their own folders is not, nor is anything without a limit', async () => {
  await expect(check('/mine/e', 1_000)).resolves.toBeUndefined()
  await expect(check('/Shared/TORRENTS/e', 1_000, 0)).resolves.toBeUndefined()
})
