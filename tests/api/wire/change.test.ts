// api-contract 3.4 and 3.5: deleting, renaming, moving, copying; also operations, trash and versions of section 15.
import { describe, expect, it } from '@jest/globals'
import { soon, until } from '../../helpers/until.ts'
import { dir, me, world } from './own-world.ts'
import { twice } from './wire.ts'

const given = async (...names: string[]) => {
  for (const name of names)
    expect(
      await me.status(
        `POST /api/resources/${dir}/${encodeURIComponent(name).replaceAll('%2F', '/')}`,
        name.endsWith('/') ? {} : { body: `text of ${name}` },
      ),
    ).toBe(200)
}
const change = (action: string, from: string, to: string, query = '', wire = me) =>
  wire.status(`PATCH /api/resources/${dir}/${from}?action=${action}&destination=${twice(`/${dir}/${to}`)}${query}`)
const names = async (folder = '') =>
  ((await me.call(`GET /api/resources/${dir}${folder}`)).json['items'] as { name: string }[]).map(({ name }) => name)
const read = async (name: string) => (await me.call(`GET /api/raw/${dir}/${name}`)).text

describe('3.4 deleting', () => {
  it('takes a whole tree, answers 204 without a body, and leaves the parent', async () => {
    await given('box/a', 'box/sub/b', 'boxer')
    const { status, bytes } = await me.call(`DELETE /api/resources/${dir}/box/`)
    expect([status, bytes.length, await names()]).toEqual([204, 0, ['boxer']])
    expect(await me.status(`DELETE /api/resources/${dir}/boxer`)).toBe(204)
    expect(await names()).toEqual([])
    expect(await me.status(`DELETE /api/resources/${dir}/boxer`)).toBe(404)
    expect(await me.status('DELETE /api/resources/')).toBe(403)
  })

  it('needs the delete permission, and that no rule denies anything inside', async () => {
    const keeper = await world.person({ perm: { delete: false } })
    expect(await keeper.status(`POST /api/resources/${dir}/a`, { body: 'x' })).toBe(200)
    expect(await keeper.status(`DELETE /api/resources/${dir}/a`)).toBe(403)
    const ruled = await world.person({
      rules: [{ regex: false, allow: false, path: '/box/secret', regexp: { raw: '' } }],
    })
    expect(await ruled.status('POST /api/resources/box/open', { body: 'x' })).toBe(200)
    expect(await ruled.status('DELETE /api/resources/box/open')).toBe(204)
    expect(await ruled.status('POST /api/resources/box/secret', { body: 'x' })).toBe(403)
  })
})

describe('3.5 changing', () => {
  it('renames, moves into new parents, and copies with empty folders', async () => {
    await given('a b+ü%.txt', 'box/in', 'box/empty/')
    expect(await change('rename', encodeURIComponent('a b+ü%.txt'), 'new/+ %25.txt')).toBe(200)
    expect(await names('/new')).toEqual(['+ %25.txt'])
    expect(await change('copy', 'box', 'copy')).toBe(200)
    expect([await names('/copy'), await names('/box')]).toEqual([
      ['empty', 'in'],
      ['empty', 'in'],
    ])
    const answer = await me.call(`PATCH /api/resources/${dir}/box?action=rename&destination=${twice(`/${dir}/moved`)}`)
    expect([answer.status, answer.text]).toEqual([200, '200 OK\n'])
    expect(await names()).toEqual(['copy', 'moved', 'new'])
  })

  it('is refused in the order of the contract', async () => {
    await given('a', 'b', 'box/in')
    const call = (path: string) => me.status(`PATCH /api/resources${path}`)
    expect(await call(`/?action=rename&destination=${twice('/x')}`)).toBe(403)
    expect(await call(`/${dir}/a?action=rename&destination=`)).toBe(403)
    expect(await call(`/${dir}/a?action=rename`)).toBe(403)
    expect(await change('rename', 'box', 'box/deeper')).toBe(400)
    expect(await change('copy', 'box', 'box/deeper')).toBe(400)
    expect(await change('rename', 'a', 'b')).toBe(409)
    expect(await change('nonsense', 'a', 'c')).toBe(400)
    expect(await call(`/${dir}/a?destination=${twice(`/${dir}/c`)}`)).toBe(400)
    expect(await change('rename', 'none', 'c')).toBe(404)
    const maker = await world.person({ perm: { modify: false, rename: false } })
    for (const name of ['a', 'b'])
      expect(await maker.status(`POST /api/resources/${dir}/${name}`, { body: name })).toBe(200)
    expect(await change('copy', 'a', 'b', '&override=true', maker)).toBe(403)
    expect(await change('rename', 'a', 'c', '', maker)).toBe(403)
    const taker = await world.person({ perm: { create: false } })
    expect(await change('copy', 'a', 'c', '', taker)).toBe(403)
  })

  it('finds a free name, which wins over override', async () => {
    await given('t.tar.gz', 'dir.d/in', '.dot', 'name.ext', 'name(1).ext')
    expect(await change('copy', 't.tar.gz', 't.tar.gz', '&rename=true')).toBe(200)
    expect(await change('copy', 'dir.d', 'dir.d', '&rename=true')).toBe(200)
    expect(await change('copy', '.dot', '.dot', '&rename=true')).toBe(200)
    expect(await change('copy', 'name.ext', 'name.ext', '&rename=true&override=true')).toBe(200)
    expect(await change('copy', 'name.ext', 'free.ext', '&rename=true')).toBe(200)
    expect((await names()).toSorted()).toEqual([
      '(1).dot',
      '.dot',
      'dir(1).d',
      'dir.d',
      'free.ext',
      'name(1).ext',
      'name(2).ext',
      'name.ext',
      't.tar(1).gz',
      't.tar.gz',
    ])
  })

  it('onto itself: a rename changes nothing, a copy is 409', async () => {
    await given('a')
    expect([await change('rename', 'a', 'a'), await change('copy', 'a', 'a'), await read('a')]).toEqual([
      200,
      409,
      'text of a',
    ])
  })

  it('with override replaces a file, merges a folder, and refuses where the kinds differ', async () => {
    await given('a', 'b', 'from/same', 'from/new', 'to/same', 'to/old')
    expect(await change('rename', 'a', 'b', '&override=true')).toBe(200)
    expect(await read('b')).toBe('text of a')
    expect(await change('rename', 'from', 'to', '&override=true')).toBe(200)
    expect([await names(), await names('/to'), await read('to/same'), await read('to/old')]).toEqual([
      ['to', 'b'],
      ['new', 'old', 'same'],
      'text of from/same',
      'text of to/old',
    ])
    expect([400, 409]).toContain(await change('rename', 'b', 'to', '&override=true'))
    expect([400, 409]).toContain(await change('rename', 'to', 'b', '&override=true'))
    expect([await read('b'), await names('/to')]).toEqual(['text of a', ['new', 'old', 'same']])
  })
})

describe('15 operations', () => {
  it('are reported when a client asks for an immediate answer', async () => {
    await given('box/in')
    const { status, headers } = await me.call(
      `PATCH /api/resources/${dir}/box?action=copy&destination=${twice(`/${dir}/copy`)}`,
      { headers: { Prefer: 'respond-async' } },
    )
    expect([status, headers.get('preference-applied')]).toEqual([202, 'respond-async'])
    const location = headers.get('location') ?? ''
    await until(async () => (await me.call(`GET ${location}`)).json['state'] === 'done', 30_000)
    expect((await me.call(`GET ${location}`)).json).toMatchObject({
      kind: 'copy',
      source: `/${dir}/box`,
      destination: `/${dir}/copy`,
      state: 'done',
      itemsTotal: 1,
    })
    expect(
      ((await me.call('GET /api/operations')).json['items'] as { id: string }[]).some(({ id }) =>
        location.endsWith(id),
      ),
    ).toBe(true)
    expect(await me.status(`DELETE ${location}`)).toBe(409)
    expect(await me.status('GET /api/operations/none')).toBe(404)
  })
})

describe('15 trash and versions', () => {
  it('list what was deleted, restore it, and purge it', async () => {
    await given('box/a', 'box/b')
    const note = (await me.call(`DELETE /api/resources/${dir}/box`)).headers.get('x-trash-note') ?? ''
    const look = async () =>
      ((await me.call('GET /api/trash')).json['items'] as { id: string; pending: boolean }[]).find(
        ({ id }) => id === note,
      )
    expect(await soon(look, (told) => told?.pending === false)).toMatchObject({
      path: `/${dir}/box`,
      kind: 'delete',
      isDir: true,
    })
    expect(
      ((await me.call(`GET /api/trash/${note}`)).json['items'] as { name: string }[]).map(({ name }) => name),
    ).toEqual(['a', 'b'])
    expect(await me.status(`POST /api/trash/${note}/restore`, { body: { paths: ['a'], to: `/${dir}/else` } })).toBe(200)
    expect(await names('/else')).toEqual(['a'])
    expect(await me.status(`POST /api/trash/${note}/restore`, { body: { paths: ['b'] } })).toBe(200)
    expect(await names('/box')).toEqual(['b'])
    expect(await me.status(`DELETE /api/trash/${note}`)).toBe(204)
    expect(await me.status(`GET /api/trash/${note}`)).toBe(404)
    expect(await me.status('DELETE /api/trash')).toBe(204)
    expect((await me.call('GET /api/trash')).json['items']).toEqual([])
  })

  it('list versions, return the bytes of one, and restore one to the top', async () => {
    await given('a.txt')
    expect(await me.status(`PUT /api/resources/${dir}/a.txt`, { body: 'two' })).toBe(200)
    const versions = (await me.call(`GET /api/versions/${dir}/a.txt`)).json['items'] as {
      id: string
      isLatest: boolean
    }[]
    expect(versions.map(({ isLatest }) => isLatest)).toEqual([true, false])
    const older = versions[1]?.id ?? ''
    expect((await me.call(`GET /api/raw/${dir}/a.txt?version=${older}`)).text).toBe('text of a.txt')
    expect(await me.status(`PATCH /api/resources/${dir}/a.txt?action=restore&version=${older}`)).toBe(200)
    expect(await read('a.txt')).toBe('text of a.txt')
  })
})
