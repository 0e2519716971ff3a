import { describe, expect, it } from '@jest/globals'
import { PERMISSIONS, type Permissions } from '../../../contract/permissions.ts'
import type { Rule } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import { parseUserPath as path, pathText, placeOfText } from '../../storage/paths.ts'
import { makeUpStorage, NEWEST, WRITTEN } from '../../../../tests/helpers/made-up-storage.ts'
import { createAccess } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'
import { createTree } from './service.ts'

const access = createAccess({ bucketPrefix: 'nido-', sharedFolder: 'Shared' }, { warn: () => undefined })
const withoutShared = createAccess({ bucketPrefix: 'nido-', sharedFolder: '' }, { warn: () => undefined })
const FILES = [
  'nido-ann/a.txt',
  'nido-ann/.hidden',
  'nido-ann/films/one.mkv',
  'nido-ann/films/secret/two.mkv',
  'nido-ann/films/secret/deep/three.mkv',
  'nido-ann/films/z.mkv',
  'nido-ann/Shared/beneath.txt',
  'nido-shared/all.txt',
]
const treeOver = (files: string[] = FILES, looks = 1) => createTree({ storage: makeUpStorage(files, looks), access })

const perm = Object.fromEntries(PERMISSIONS.map((name) => [name, true])) as unknown as Permissions
const userOf = (over: Partial<User>): User =>
  ({ id: 2, username: 'ann', scope: '/ann', perm, rules: [], hideDotfiles: false, ...over }) as User
const deny = (at: string): Rule => ({ regex: false, allow: false, path: at })
const ann = (over: Partial<User> = {}): Actor => access.actorOf(userOf(over), [])
const kept = () => ann({ rules: [deny('/films/secret')] })

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'allowed'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
const pathsOf = async (found: AsyncIterable<{ path: string }>) => (await Array.fromAsync(found)).map(({ path }) => path)

describe('looking at a path', () => {
  const tree = treeOver()

  it('returns what exists, and fails for what does not', async () => {
    expect(await tree.stat(ann(), path('/a.txt'))).toMatchObject({ kind: 'file', size: 1 })
    expect(await tree.statIfThere(ann(), path('/b.txt'))).toBeNull()
    expect(await codeOf(() => tree.stat(ann(), path('/b.txt')))).toBe('notFound')
    expect(await codeOf(() => tree.statIfThere(kept(), path('/films/secret/two.mkv')))).toBe('forbidden')
  })

  it('finds the root and the shared folder before anything is in them', async () => {
    const empty = treeOver([])
    for (const at of ['/', '/Shared'])
      expect(await empty.stat(ann({ scope: '/bob/deep' }), path(at))).toEqual({
        kind: 'folder',
        modified: WRITTEN,
        own: WRITTEN,
      })
    expect(await empty.list(ann(), path('/Shared'))).toEqual([])
    expect(await empty.open(ann({ scope: '/bob/deep' }), path('/'))).toBeNull()
    expect(await codeOf(() => empty.list(ann(), path('/films')))).toBe('notFound')
  })

  it('reports no sums of a folder in which something could be hidden', async () => {
    expect(await tree.stat(ann(), path('/films'))).toMatchObject({ modified: NEWEST, bytes: 4 })
    expect(await tree.stat(kept(), path('/films'))).toMatchObject({ modified: WRITTEN, bytes: 0 })
    expect(await tree.folderTime(kept(), path('/films'))).toEqual(WRITTEN)
  })

  it('opens files, and returns null for a folder', async () => {
    expect(await tree.open(ann(), path('/a.txt'))).toMatchObject({ stat: { size: 1 } })
    expect(await tree.open(ann(), path('/films'))).toBeNull()
    expect(await codeOf(() => tree.open(ann(), path('/b.txt')))).toBe('notFound')
  })

  it('finds a free name beside a taken one', async () => {
    const numbered = treeOver(['nido-ann/a.txt', 'nido-ann/a(1).txt'])
    expect(await numbered.isTaken(ann(), path('/a.txt'))).toBe(true)
    expect(await numbered.freePath(ann(), path('/a.txt'))).toBe('/a(2).txt')
    expect(await numbered.freePath(ann(), path('/b.txt'))).toBe('/b.txt')
  })
})

describe('listing a folder', () => {
  const names = async (actor: Actor, at: string) =>
    (await treeOver().list(actor, path(at))).map(({ name }) => name).sort()

  it('has the shared folder in the root, and hides what has its name', async () => {
    expect(await names(ann(), '/')).toEqual(['.hidden', 'Shared', 'a.txt', 'films'])
    expect(await names(ann(), '/Shared')).toEqual(['all.txt'])
  })

  it('leaves out what is denied or hidden, even the shared folder', async () => {
    expect(await names(kept(), '/films')).toEqual(['one.mkv', 'z.mkv'])
    expect(await names(ann({ hideDotfiles: true, rules: [deny('/Shared')] }), '/')).toEqual(['a.txt', 'films'])
  })

  it('shows what has that name if there is no shared folder', async () => {
    const tree = createTree({ storage: makeUpStorage(FILES), access: withoutShared })
    expect((await tree.list(withoutShared.actorOf(userOf({}), []), path('/Shared'))).map(({ name }) => name)).toEqual([
      'beneath.txt',
    ])
  })

  it('has no shared folder for guests of a link to the root', async () =>
    expect(await names(access.linkActorOf(ann(), { hash: 'abc', root: path('/') }), '/')).toEqual([
      '.hidden',
      'a.txt',
      'films',
    ]))

  it('refuses a file', async () => expect(await codeOf(() => names(ann(), '/a.txt'))).toBe('isFile'))
})

describe('walking a tree', () => {
  const tree = treeOver()

  it('yields each folder before its content, the shared folder last', async () => {
    const found = await Array.fromAsync(tree.walk(ann(), path('/')))
    expect(found.map(({ relative }) => relative)).toEqual([
      '.hidden',
      'a.txt',
      'films',
      'films/one.mkv',
      'films/secret',
      'films/secret/deep',
      'films/secret/deep/three.mkv',
      'films/secret/two.mkv',
      'films/z.mkv',
      'Shared',
      'Shared/all.txt',
    ])
    expect(pathText(found.at(-1)?.place ?? placeOfText('x'))).toBe('nido-shared/all.txt')
  })

  it('skips a denied folder with everything in it', async () =>
    expect(await pathsOf(tree.walk(kept(), path('/films')))).toEqual(['/films/one.mkv', '/films/z.mkv']))

  it('ends when nobody waits for it any more', async () => {
    const stop = new AbortController()
    const walk = tree.walk(ann(), path('/'), stop.signal)
    await walk.next()
    stop.abort(new AppError('locked', 'stopped'))
    expect(await codeOf(() => walk.next())).toBe('locked')
  })

  it('yields nothing below a missing folder, and refuses a denied one', async () => {
    expect(await pathsOf(tree.walk(ann(), path('/nowhere')))).toEqual([])
    expect(await codeOf(() => tree.walk(kept(), path('/films/secret')).next())).toBe('forbidden')
  })

  it('can be surveyed part by part, and starts again where something changed meanwhile', async () => {
    const collected: string[][] = []
    const answers = treeOver(FILES, 2).survey(kept(), path('/'), async (entries) => {
      collected.push(await pathsOf(entries))
      return collected.length
    })
    expect(await Array.fromAsync(answers)).toEqual([2, 4])
    expect(collected[1]).toEqual(['/.hidden', '/a.txt', '/films', '/films/one.mkv', '/films/z.mkv'])
    expect(collected[3]).toEqual(['/Shared', '/Shared/all.txt'])
  })
})

describe('finding', () => {
  const all = { terms: [], fits: () => true }

  it('searches the shared folder, and not what has its name', async () => {
    const found = await pathsOf(treeOver().find(ann(), path('/'), all))
    expect(found).toContain('/Shared')
    expect(found).toContain('/Shared/all.txt')
    expect(found).not.toContain('/Shared/beneath.txt')
  })

  it('finds nothing that is denied, not even by its time', async () => {
    const times = new Map<string, Date | null>()
    const fits = ({ relative, modified }: { relative: string; modified: Date | null }) =>
      !!times.set(relative, modified)
    const found = await Array.fromAsync(treeOver().find(kept(), path('/'), { terms: [], fits }))
    expect(found.map(({ relative }) => relative)).toEqual([
      '.hidden',
      'a.txt',
      'films',
      'films/one.mkv',
      'films/z.mkv',
      'Shared',
      'Shared/all.txt',
    ])
    expect(times.get('films')).toEqual(WRITTEN)
  })
})

describe('changing paths', () => {
  const tree = treeOver()

  it('leaves the root and the shared folder where they are', async () => {
    expect(await codeOf(() => tree.placeToChange(ann(), 'delete', path('/')))).toBe('forbidden')
    expect(await codeOf(() => tree.placeToChange(ann(), 'delete', path('/Shared')))).toBe('conflict')
    expect(pathText(tree.placeToChange(ann(), 'create', path('/Shared/b.txt')))).toBe('nido-shared/b.txt')
    expect(tree.placeOfNewFolder(ann(), path('/'))).toBeNull()
    expect(await codeOf(() => tree.placeOfNewFolder(ann(), path('/Shared')))).toBe('conflict')
    expect(await codeOf(() => tree.placeToShare(ann(), path('/Shared')))).toBe('conflict')
    expect(pathText(tree.placeToShare(ann(), path('/')))).toBe('nido-ann')
  })

  it.each([
    ['/a.txt', '/b.txt', true, 'allowed'],
    ['/films', '/films/in', true, 'badRequest'],
    ['/', '/b', false, 'forbidden'],
    ['/a.txt', '/', true, 'forbidden'],
    ['/Shared', '/b', true, 'conflict'],
    ['/Shared', '/b', false, 'allowed'],
    ['/a.txt', '/Shared', false, 'conflict'],
    ['/Shared', '/', true, 'forbidden'],
    ['/films/secret/two.mkv', '/b', true, 'forbidden'],
    ['/a.txt', '/films/secret/b', false, 'forbidden'],
  ])('from %s to %s (moved: %s) is %s', async (source, destination, isMove, outcome) => {
    const transfer = { source: path(source), destination: path(destination), isMove }
    expect(await codeOf(() => tree.checkTransfer(kept(), transfer))).toBe(outcome)
  })

  it('refuses a tree in which something is denied, but allows hidden dotfiles', async () => {
    const actor = ann({ rules: [deny('/films/secret')], hideDotfiles: true })
    expect(await codeOf(() => tree.checkTree(actor, path('/films'), ['', '.x', 'one.mkv']))).toBe('allowed')
    expect(await codeOf(() => tree.checkTree(actor, path('/films'), ['one.mkv', 'secret/']))).toBe('forbidden')
  })

  it("knows of something that has the shared folder's name", async () => {
    expect(await tree.hasShadowed(ann())).toBe(true)
    expect(await treeOver([]).hasShadowed(ann())).toBe(false)
  })
})

describe('what may be known', () => {
  const tree = treeOver()

  it('includes what a note names below a visible path', () => {
    expect(tree.sees(kept(), path('/films'))).toBe(true)
    expect(tree.sees(kept(), path('/films'), 'secret/')).toBe(false)
  })

  it('counts what no rule denies, and the shared folder if all of it is visible', () => {
    const open = tree.summable(ann({ hideDotfiles: true }))
    expect([pathText(open.scope), open.counts, pathText(open.shared ?? open.scope)]).toEqual([
      'nido-ann',
      null,
      'nido-shared',
    ])
    const { counts, shared } = tree.summable(ann({ rules: [deny('/Shared/x'), deny('/films/secret')] }))
    expect([counts?.('films/one.mkv'), counts?.('films/secret/two.mkv'), shared]).toEqual([true, false, null])
  })

  it('lies in the bucket of the scope and in that of the shared folder', () => {
    expect(tree.bucketsOf(ann())).toEqual(['nido-ann', 'nido-shared'])
    expect(tree.bucketsOf(withoutShared.actorOf(userOf({}), []))).toEqual(['nido-ann'])
  })
})

describe('folders that features keep in the root and in the shared folder', () => {
  const tree = treeOver()
  const alone = createTree({ storage: makeUpStorage(FILES, 1), access: withoutShared })

  it('are where the actor may see them', () => {
    expect(tree.named(ann(), 'Arcade/gba')).toEqual({ shared: '/Shared/Arcade/gba', own: '/Arcade/gba' })
    expect(tree.named(ann({ rules: [deny('/Shared/Arcade')] }), 'Arcade/gba')).toMatchObject({ shared: null })
    expect(tree.named(ann({ hideDotfiles: true }), '.games')).toEqual({ shared: null, own: null })
    expect(alone.named(withoutShared.actorOf(userOf({}), []), 'Arcade')).toEqual({ shared: null, own: '/Arcade' })
  })

  it('are shared in the shared folder alone, which cannot move, nor can the root', () => {
    const paths = ['/', '/Shared', '/Shared/a', '/Shared2', '/films/Shared'].map((text) => path(text))
    expect(paths.map((at) => tree.isShared(ann(), at))).toEqual([false, true, true, false, false])
    expect(paths.map((at) => tree.isFixed(ann(), at))).toEqual([true, true, false, false, false])
  })
})
