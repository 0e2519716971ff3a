import { describe, expect, it } from '@jest/globals'
import { createHomes, folderNameOf } from './homes.ts'
import type { UserDocument } from './model.ts'

const taken = new Set<string>()
const homes = createHomes({
  bucketPrefix: 'nido-',
  storage: {
    ensureBucket: async () => undefined,
    makeFolder: async () => undefined,
    isTaken: async ({ bucket, path }) => taken.has(`${bucket}/${path}`),
  },
})
const living = (scope: string) => ({ scope }) as UserDocument
const atRoot = { userHomeBasePath: '/' }

describe('the folder named after a user', () => {
  it.each([
    ['ann', 'ann'],
    ['Ann Smith', 'Ann-Smith'],
    ['a@b_c.d-e', 'a@b_c.d-e'],
    ['a///b', 'a-b'],
    ['a..b', 'ab'],
    ['teamone/x', 'teamone-x'],
    [' ann ', 'ann'],
  ])('%s is %s', (name, folder) => {
    expect(folderNameOf(name)).toBe(folder)
  })
  it.each(['..', '/', '日本', '-', '.', '....', '🙂'])('%s leaves nothing', (name) =>
    expect(() => folderNameOf(name)).toThrow('no home folder can be named'),
  )
})

describe('homes made from names', () => {
  it('lie below the base path', () => {
    expect(homes.derived('ann', { userHomeBasePath: '/users' })).toMatchObject({
      scope: '/users/ann',
      place: { bucket: 'nido-users', path: 'ann' },
    })
    expect(homes.derived('ann', atRoot)).toMatchObject({ scope: '/ann', place: { bucket: 'nido-ann', path: '' } })
  })

  it.each(['home', 'shared', 'system', 'Home', 'SHARED', 'System'])(
    "never reach the house's own bucket: %s",
    (name) => {
      expect(['nido-home', 'nido-shared', 'nido-system']).not.toContain(homes.derived(name, atRoot).place.bucket)
    },
  )

  it('of names that shorten alike are apart', () => {
    const long = 'x'.repeat(80)
    const names = [`${long}1`, `${long}2`, 'Ann', 'ann', 'ANN', 'a_n', 'a.n', 'a-n']
    expect(new Set(names.map((name) => homes.derived(name, atRoot).place.bucket)).size).toBe(names.length)
  })

  it('are refused where somebody lives, or somebody lives in them', async () => {
    const home = homes.derived('ann', atRoot)
    await expect(homes.checkFree(home, [living('/ann')])).rejects.toMatchObject({ code: 'conflict' })
    await expect(homes.checkFree(home, [living('/ann/sub')])).rejects.toMatchObject({ code: 'conflict' })
    await expect(homes.checkFree(home, [living('/'), living('/ann-b'), living('/bob')])).resolves.toBeUndefined()
  })

  it('may lie in a folder that somebody else oversees', async () => {
    await expect(
      homes.checkFree(homes.derived('ann', { userHomeBasePath: '/users' }), [living('/users')]),
    ).resolves.toBeUndefined()
  })

  it('are refused where anything lies that somebody left', async () => {
    taken.add('nido-gone/')
    await expect(homes.checkFree(homes.derived('gone', atRoot), [])).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('scopes that are given', () => {
  it.each([
    ['', '/'],
    ['.', '/'],
    ['/', '/'],
    ['a//b/', '/a/b'],
  ])('%s becomes %s', (given, scope) => expect(homes.given(given).scope).toBe(scope))
  it('may not lead out', () => expect(() => homes.given('/a/../../b')).toThrow('out of the root'))
})
