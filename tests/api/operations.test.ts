// Long changes as their person sees them: /api/operations (api-contract 15).
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { hasEnded, type OperationRecord } from '../../backend/contract/operations.ts'
import { soon } from '../helpers/until.ts'
import { me, site } from './own-folder.ts'

const idOf = (location = '') => location.slice(location.lastIndexOf('/') + 1)
const record = async (id: string) => (await me.client.get(`/api/operations/${id}`)).expect(200).json<OperationRecord>()
const begin = async (files: number) => {
  const dir = randomBytes(4).toString('hex')
  for (let at = 0; at < files; at += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, files - at) }, (_, i) => me.upload(`/${dir}/box/f${at + i}`, 'x')),
    )
  const answer = (await me.copy(`/${dir}/box`, `/${dir}/copy`, {}, { headers: { Prefer: 'respond-async' } })).expect(
    202,
  )
  return { dir: `/${dir}`, id: idOf(answer.headers.location) }
}
const ended = (id: string) => soon(() => record(id), hasEnded)

describe('an operation', () => {
  it("reports its progress, and is listed among the person's own", async () => {
    const { dir, id } = await begin(30)
    expect(await ended(id)).toMatchObject({
      id,
      kind: 'copy',
      source: `${dir}/box`,
      destination: `${dir}/copy`,
      state: 'done',
      itemsDone: 30,
      itemsTotal: 30,
      bytesDone: 30,
      bytesTotal: 30,
    })
    const { items } = (await me.client.get('/api/operations')).expect(200).json<{ items: OperationRecord[] }>()
    expect(items.map((item) => item.id)).toContain(id)
    expect((await me.folder(`${dir}/copy`)).numFiles).toBe(30)
  })

  it('that restores or purges reports how much of the total is done', async () => {
    const dir = randomBytes(4).toString('hex')
    await me.given({ [`${dir}/box/a`]: 'a', [`${dir}/box/b`]: 'bb', [`${dir}/box/c/d`]: 'ccc' })
    const async = { headers: { Prefer: 'respond-async' } }
    for (const [kind, destination] of [
      ['restore', `/${dir}/box`],
      ['purge', ''],
    ] as const) {
      const note = (await me.remove(`/${dir}/box`)).expect(204).headers['x-trash-note'] ?? ''
      const begun =
        kind === 'restore'
          ? await me.client.post(`/api/trash/${note}/restore`, {}, async)
          : await me.client.delete(`/api/trash/${note}`, async)
      expect(await ended(idOf(begun.expect(202).headers.location))).toMatchObject({
        kind,
        source: `/${dir}/box`,
        destination,
        isDir: true,
        state: 'done',
        itemsDone: 3,
        itemsTotal: 3,
        bytesDone: 6,
        bytesTotal: 6,
        canCancel: false,
        error: null,
      })
    }
  })

  it("of another person is 404, and in nobody else's list", async () => {
    const { id } = await begin(1)
    const other = await site.makePerson()
    ;(await other.get(`/api/operations/${id}`)).expect(404)
    ;(await other.delete(`/api/operations/${id}`)).expect(404)
    expect((await other.get('/api/operations')).expect(200).json()).toEqual({ items: [] })
    ;(await me.client.get('/api/operations/unknown')).expect(404)
    await ended(id)
  })

  it('cannot be asked for without a token', async () => {
    const nobody = site.client()
    ;(await nobody.get('/api/operations')).expect(401)
    ;(await nobody.get('/api/operations/any')).expect(401)
    ;(await nobody.delete('/api/operations/any')).expect(401)
  })

  it('that is cancelled in time leaves the old state; one that has already happened answers 409', async () => {
    const { dir, id } = await begin(120)
    const answer = await me.client.delete(`/api/operations/${id}`)
    const { state } = await ended(id)
    expect([answer.status, state]).toEqual(answer.status === 204 ? [204, 'undone'] : [409, 'done'])
    expect((await me.info(`${dir}/copy`)).status).toBe(answer.status === 204 ? 404 : 200)
    expect((await me.folder(`${dir}/box`)).numFiles).toBe(120)
    ;(await me.client.delete(`/api/operations/${id}`)).expect(409)
  })

  it('that is refused before it begins is answered with the refusal, whatever the client prefers', async () => {
    ;(await me.copy('/none', '/to', {}, { headers: { Prefer: 'respond-async' } })).expect(404)
  })
})
