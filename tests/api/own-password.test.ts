// A person can change their own password without giving the old one, which other clients do not send. So anybody who
// sits at an open page could do it. These tests show what protects against that (C12).
import { describe, expect, it } from '@jest/globals'
import type { AuditPage } from '../../backend/contract/audit.ts'
import { soon } from '../helpers/until.ts'
import { site } from './own-folder.ts'

const NEW = 'Another-Household-Pass-9'

describe('C12: a new password', () => {
  it('ends all other sessions of the person at once, everywhere, and the audit records it', async () => {
    const person = await site.makePerson()
    const [phone, cookie] = [
      await person.signIn(person.username, person.password),
      await person.signIn(person.username, person.password),
    ]
    ;(
      await person.put(`/api/users/${person.id}`, {
        what: 'user',
        which: ['password'],
        data: { id: person.id, password: NEW },
      })
    ).expect(200)
    for (const replica of [0, 1]) {
      ;(await phone.get('/api/resources/', { replica })).expect(401)
      ;(await phone.post('/api/renew', undefined, { replica })).expect(401)
      ;(await site.client().get('/api/resources/', { replica, headers: { Cookie: `nido=${cookie.token}` } })).expect(
        401,
      )
      ;(await person.get('/api/resources/', { replica })).expect(200)
    }
    ;(await person.signedOut().post('/api/login', { username: person.username, password: person.password })).expect(403)
    await person.signIn(person.username, NEW)
    const admin = await site.adminClient()
    const noted = async () =>
      (await admin.get(`/api/audit?who=${person.id}`))
        .expect(200)
        .json<AuditPage>()
        .items.map(({ kind, who, actor, fields }) => ({ kind, who: who?.id, actor: actor?.id ?? who?.id, fields }))
    const expected = [
      { kind: 'personChanged', who: person.id, actor: person.id, fields: ['password'] },
      { kind: 'sessionsEnd', who: person.id, actor: person.id, fields: undefined },
    ]
    const isThere = (seen: Awaited<ReturnType<typeof noted>>) =>
      expected.every((one) => seen.some((other) => JSON.stringify(other) === JSON.stringify(one)))
    expect(await soon(noted, isThere)).toEqual(expect.arrayContaining(expected))
  })

  it('is refused if a wrong old password is sent, or for somebody else', async () => {
    const [person, other] = [await site.makePerson(), await site.makePerson()]
    const change = (client: typeof person, more: object = {}) =>
      client.put(`/api/users/${person.id}`, {
        what: 'user',
        which: ['password'],
        data: { id: person.id, password: NEW },
        ...more,
      })
    ;(await change(person, { current_password: 'not-this-one-7731' })).expect(400)
    ;(await change(other)).expect(403)
    await person.signIn(person.username, person.password)
  })
})
