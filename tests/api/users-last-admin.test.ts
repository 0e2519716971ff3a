// There is always an administrator, whoever asks for what at the same time.
import { describe, expect, it } from '@jest/globals'
import type { Problem } from '../../backend/contract/errors.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import type { Client } from '../helpers/client.ts'
import { admin, nido } from './own-nido.ts'

const demote = (actor: Client, id: number, replica: number) =>
  actor.put(`/api/users/${id}`, { what: 'user', which: ['perm'], data: { id, perm: { create: true } } }, { replica })
const admins = async (asked: Client[]) => {
  for (const client of asked) {
    const answer = await client.get('/api/users')
    if (answer.status === 200)
      return answer
        .json<UserRecord[]>()
        .filter(({ perm }) => perm.admin)
        .map(({ id }) => id)
  }
  return []
}

describe('M11: the only administrator', () => {
  it('was created once, at the first start', async () => expect(await admins([admin])).toEqual([1]))

  it('cannot be deleted or demoted', async () => {
    expect((await admin.delete('/api/users/1')).status).toBe(403)
    expect((await demote(admin, 1, 0)).status).toBe(403)
    expect(
      (
        await admin.put('/api/users/1', {
          what: 'user',
          which: ['all'],
          data: { id: 1, username: 'admin', scope: '/', perm: {} },
        })
      ).status,
    ).toBe(403)
    expect(await admins([admin])).toEqual([1])
  })

  it('is refused differently from a missing permission', async () => {
    const accept = { headers: { Accept: 'application/problem+json' } }
    const person = await nido.makePerson()
    const demotion = (id: number) => ({ what: 'user', which: ['perm'], data: { id, perm: { create: true } } })
    expect((await admin.put('/api/users/1', demotion(1), accept)).json<Problem>()).toMatchObject({
      status: 403,
      code: 'lastAdmin',
    })
    expect((await admin.delete('/api/users/1', accept)).json<Problem>()).toMatchObject({
      status: 403,
      code: 'lastAdmin',
    })
    expect((await person.put(`/api/users/${person.id}`, demotion(person.id), accept)).json<Problem>()).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  it('remains when two demote each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const second = await nido.makePerson({ perm: { admin: true } })
      const answers = await Promise.all([demote(admin, second.id, 0), demote(second, admin.id, 1)])
      expect(answers.map(({ status }) => status)).toContain(200)
      const left = await admins([admin, second])
      expect(left).toHaveLength(1)
      if (left[0] === second.id)
        (
          await second.put('/api/users/1', {
            what: 'user',
            which: ['perm'],
            data: {
              id: 1,
              perm: {
                admin: true,
                create: true,
                rename: true,
                modify: true,
                delete: true,
                share: true,
                download: true,
              },
            },
          })
        ).expect(200)
      ;(await admin.delete(`/api/users/${second.id}`)).expect(200)
    }
  })

  // Must come last: the first administrator may be gone afterwards.
  it('remains when two remove each other at once', async () => {
    const second = await nido.makePerson({ perm: { admin: true } })
    const answers = await Promise.all([
      admin.delete(`/api/users/${second.id}`, { replica: 0 }),
      second.delete(`/api/users/${admin.id}`, { replica: 1 }),
    ])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await admins([admin, second])).toHaveLength(1)
  })
})
