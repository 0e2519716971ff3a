import { describe, expect, it } from '@jest/globals'
import { knownTo } from './known-people.ts'

const ana = { id: 7, username: 'ana' }
const ben = { id: 8, username: 'ben' }
const actor = { userId: 7, username: 'ana' }

describe('the people whom a person can name', () => {
  it('are all that are known, and nothing is told of them but their names', async () => {
    const all = [{ ...ana, password: 'secret' }, ben]
    expect(await knownTo(actor, async () => all)).toEqual([ana, ben])
  })

  it('have the person among them who is not known here yet', async () => {
    expect(await knownTo(actor, async () => [ben])).toEqual([ben, ana])
  })
})
