import { describe, expect, it } from '@jest/globals'
import { EVENT_NAMES_MAX } from '../../../contract/events.ts'
import { type Place, placeOfScope, placeOfText } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { seenBy } from './seen-changes.ts'

interface Person {
  scope?: string
  denied?: string
  hideDotfiles?: boolean
}
const scopeOf = (scope: string): Place => placeOfScope('nido-', scope)
const actor = ({ scope = '/ann' }: Person) =>
  ({ mounts: { scope: scopeOf(scope), sharedFolder: 'Shared', sharedBucket: 'nido-shared' } }) as Actor
// The authoriser has its own tests. Here it only denies one path with everything below it.
const permits =
  ({ denied, hideDotfiles }: Person) =>
  (_: Actor, path: string) =>
    !(denied !== undefined && (denied === '/' || path === denied || path.startsWith(`${denied}/`))) &&
    !(hideDotfiles === true && path.includes('/.'))
const accessOf = (person: Person) => ({
  permits: permits(person),
  mayHideBelow: (_: Actor, path: string) =>
    person.hideDotfiles === true || (person.denied ?? '').startsWith(path === '/' ? path : `${path}/`),
})
const seen = (person: Person, folder: string, ...names: string[]) =>
  seenBy(accessOf(person), actor(person), { folder: placeOfText(folder), names })
/** The change of a folder that is reported because of changes below it. */
const seenAbove = (person: Person, folder: string, name: string, ...places: string[]) =>
  seenBy(accessOf(person), actor(person), {
    folder: placeOfText(folder),
    names: [name],
    below: new Map([[name, places.map(placeOfText)]]),
  })

describe('a change, as one person sees it', () => {
  it("has paths in the person's own tree", () => {
    expect(seen({}, 'nido-ann/a/b', 'c.txt')).toEqual({ folder: '/a/b', names: ['c.txt'] })
    expect(seen({}, 'nido-ann', 'a')).toEqual({ folder: '/', names: ['a'] })
    expect(seen({ scope: '/ann/docs' }, 'nido-ann/docs/x', 'y')).toEqual({ folder: '/x', names: ['y'] })
    expect(seen({ scope: '/' }, 'nido-home/x', 'y')).toEqual({ folder: '/x', names: ['y'] })
  })
  it('appears in the shared folder for everybody', () =>
    expect(seen({}, 'nido-shared/films', 'a.mkv')).toEqual({ folder: '/Shared/films', names: ['a.mkv'] }))
  it('is hidden from everybody else', () => {
    for (const folder of ['nido-bob', 'nido-ann2', 'nido-home', 'nido-system']) expect(seen({}, folder, 'a')).toBeNull()
    expect(seen({ scope: '/ann/docs' }, 'nido-ann', 'a')).toBeNull()
    expect(seen({ scope: '/ann/docs' }, 'nido-ann/docs2', 'a')).toBeNull()
    expect(seen({ scope: '/ann/docs' }, 'nido-ann', 'docs2')).toBeNull()
  })
  it("of a folder above the person's own tree changes all of it", () => {
    expect(seen({ scope: '/ann/docs/mine' }, 'nido-ann', 'docs', 'other')).toEqual({ folder: '/', names: [] })
    expect(seen({ scope: '/ann/docs/mine' }, 'nido-ann/docs', 'mine')).toEqual({ folder: '/', names: [] })
    expect(seen({ scope: '/ann/docs/mine' }, 'nido-ann/docs')).toEqual({ folder: '/', names: [] })
    expect(seen({ scope: '/ann/docs/mine' }, 'nido-ann/pictures')).toBeNull()
  })
  it('does not report what rules deny', () => {
    expect(seen({ denied: '/a/secret.txt' }, 'nido-ann/a', 'secret.txt')).toBeNull()
    expect(seen({ denied: '/a/secret.txt' }, 'nido-ann/a', 'secret.txt', 'open.txt')).toEqual({
      folder: '/a',
      names: ['open.txt'],
    })
    expect(seen({ denied: '/a' }, 'nido-ann/a/b', 'c')).toBeNull()
    expect(seen({ denied: '/Shared' }, 'nido-shared', 'x')).toBeNull()
    expect(seen({ scope: '/ann/docs', denied: '/' }, 'nido-ann', 'docs')).toBeNull()
  })
  it('does not report hidden dotfiles', () => {
    expect(seen({ hideDotfiles: true }, 'nido-ann', '.profile')).toBeNull()
    expect(seen({ hideDotfiles: true }, 'nido-ann/.config', 'x')).toBeNull()
    expect(seen({}, 'nido-ann', '.profile')).toEqual({ folder: '/', names: ['.profile'] })
  })
  it('C2: does not report a folder in which only hidden things have changed', () => {
    const denied = { denied: '/a/secret' }
    expect(seenAbove(denied, 'nido-ann', 'a', 'nido-ann/a/secret/x')).toBeNull()
    expect(seenAbove(denied, 'nido-ann', 'a', 'nido-ann/a/secret/x', 'nido-ann/a/open')).toEqual({
      folder: '/',
      names: ['a'],
    })
    expect(seenAbove(denied, 'nido-ann', 'b', 'nido-ann/b/x')).toEqual({ folder: '/', names: ['b'] })
    expect(seenAbove({}, 'nido-ann', 'a', 'nido-ann/a/secret/x')).toEqual({ folder: '/', names: ['a'] })
    expect(seenAbove({ hideDotfiles: true }, 'nido-ann', 'a', 'nido-ann/a/.env')).toBeNull()
    expect(seenAbove({ ...denied, scope: '/ann/docs' }, 'nido-ann', 'docs', 'nido-ann/docs/a/secret/x')).toBeNull()
    expect(seenAbove({ ...denied, scope: '/ann/docs' }, 'nido-ann', 'docs', 'nido-ann/docs/a/open')).toEqual({
      folder: '/',
      names: [],
    })
    const many = { folder: placeOfText('nido-ann'), names: ['a'], below: new Map([['a', null]]) }
    expect([seenBy(accessOf(denied), actor(denied), many), seenBy(accessOf({}), actor({}), many)]).toEqual([
      null,
      { folder: '/', names: ['a'] },
    ])
  })
  it('does not report a folder that the shared one hides', () => {
    expect(seen({}, 'nido-ann', 'Shared')).toBeNull()
    expect(seen({}, 'nido-ann/Shared', 'x')).toBeNull()
  })
  it('of more names than fit is one of the whole folder', () => {
    const many = Array.from({ length: EVENT_NAMES_MAX + 1 }, (_, index) => `f${index}`)
    expect(seen({}, 'nido-ann/a', ...many)).toEqual({ folder: '/a', names: [] })
    expect(seen({}, 'nido-ann/a', ...many.slice(1))).toEqual({ folder: '/a', names: many.slice(1) })
    expect(seen({}, 'nido-ann/a')).toEqual({ folder: '/a', names: [] })
  })
})
