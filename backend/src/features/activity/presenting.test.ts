import { describe, expect, it } from '@jest/globals'
import { PERMISSIONS, type Permissions } from '../../../contract/permissions.ts'
import type { Rule } from '../../../contract/users.ts'
import { createAccess } from '../access/access.ts'
import type { User } from '../users/user.ts'
import type { KeptActivity } from './model.ts'
import { type Seeing, seenActivity } from './presenting.ts'

const access = createAccess({ bucketPrefix: 'nido-', sharedFolder: 'Shared' }, { warn: () => undefined })
const tree: Seeing = { sees: access.permits, mayHideBelow: access.mayHideBelow }
const perm = Object.fromEntries(PERMISSIONS.map((name) => [name, true])) as unknown as Permissions
const deny = (path: string): Rule => ({ regex: false, allow: false, path })
const person = (name: string, rules: Rule[] = []) =>
  access.actorOf({ id: 2, username: name, scope: `/${name}`, perm, rules, hideDotfiles: false } as unknown as User, [])
const ann = (...rules: Rule[]) => person('ann', rules)
const bob = (...rules: Rule[]) => person('bob', rules)

const entry = (fields: Partial<KeptActivity>): KeptActivity => ({
  id: '1',
  at: 0,
  kind: 'added',
  by: { id: 2, name: 'ann' },
  folder: 'nido-shared/photos',
  names: ['a.jpg'],
  count: 1,
  from: null,
  ...fields,
})

describe('what somebody did', () => {
  it('is seen where the files are seen, and nowhere else', () => {
    expect(seenActivity(tree, bob(), entry({}))).toMatchObject({ folder: '/Shared/photos', names: ['a.jpg'], count: 1 })
    expect(seenActivity(tree, bob(), entry({ folder: 'nido-ann/photos' }))).toBeNull()
    expect(seenActivity(tree, bob(deny('/Shared/photos')), entry({}))).toBeNull()
    expect(seenActivity(tree, ann(), entry({ folder: 'nido-ann' }))).toMatchObject({ folder: '/' })
  })

  it('tells no number that hidden names are part of', () => {
    const many = entry({ names: ['a.jpg', 'secret.jpg'], count: 40 })
    expect(seenActivity(tree, bob(), many)).toMatchObject({ count: 40 })
    expect(seenActivity(tree, bob(deny('/Shared/photos/secret.jpg')), many)).toMatchObject({
      names: ['a.jpg'],
      count: 1,
    })
    const two = entry({ names: ['a.jpg', 'secret.jpg'], count: 2 })
    expect(seenActivity(tree, bob(deny('/Shared/photos/secret.jpg')), two)).toMatchObject({ count: 1 })
  })

  it('is a move for who sees both ends, and else what the seen end shows', () => {
    const moved = entry({ kind: 'moved', from: { folder: 'nido-shared/old' } })
    expect(seenActivity(tree, bob(), moved)).toMatchObject({ kind: 'moved', from: '/Shared/old/a.jpg' })
    expect(seenActivity(tree, bob(deny('/Shared/old')), moved)).toMatchObject({ kind: 'added', from: null })
    expect(seenActivity(tree, bob(deny('/Shared/photos')), moved)).toMatchObject({
      kind: 'movedAway',
      folder: '/Shared/old',
      from: null,
    })
    const taken = entry({ kind: 'moved', folder: 'nido-ann', from: { folder: 'nido-shared/old' } })
    expect(seenActivity(tree, ann(), taken)).toMatchObject({ kind: 'moved', folder: '/' })
    expect(seenActivity(tree, bob(), taken)).toMatchObject({ kind: 'movedAway', folder: '/Shared/old' })
  })

  it('is a new name within a folder', () => {
    const renamed = entry({ kind: 'moved', from: { folder: 'nido-shared/photos', name: 'old.jpg' } })
    expect(seenActivity(tree, bob(), renamed)).toMatchObject({ kind: 'renamed', from: '/Shared/photos/old.jpg' })
    // The former name may not be told to whom a rule hides it.
    expect(seenActivity(tree, bob(deny('/Shared/photos/old.jpg')), renamed)).toMatchObject({
      kind: 'added',
      from: null,
    })
  })

  it('is a copy without its origin where that is hidden', () => {
    const copied = entry({ kind: 'copied', from: { folder: 'nido-ann/mine' } })
    expect(seenActivity(tree, ann(), copied)).toMatchObject({ kind: 'copied', from: '/mine/a.jpg' })
    expect(seenActivity(tree, bob(), copied)).toMatchObject({ kind: 'added', from: null })
    expect(
      seenActivity(tree, bob(deny('/Shared/photos')), entry({ ...copied, from: { folder: 'nido-shared/o' } })),
    ).toBeNull()
  })
})
