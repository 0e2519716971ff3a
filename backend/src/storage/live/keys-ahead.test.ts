import { describe, expect, it } from '@jest/globals'
import { KeysAhead } from './keys-ahead.ts'

/** A key, and how an event of it is answered; `ended`: whether it is to be looked at when all events have come. */
function given() {
  const ahead = new KeysAhead()
  const told = (kind: 'created' | 'removed' | 'covered', etag = '') =>
    ahead.isPast({ kind, bucket: 'b', key: 'k', etag }) ? 'past' : 'news'
  const ended = () => {
    const doubts: string[] = []
    ahead.expire(performance.now(), ({ bucket, key }) => doubts.push(`${bucket}/${key}`))
    return doubts.join()
  }
  return { ahead, told, ended }
}

describe('a key that this process wrote', () => {
  it('is ahead of its events until that of the write comes', () => {
    const { ahead, told, ended } = given()
    expect(told('created', 'before')).toBe('news')
    ahead.wrote('b', 'k', 'own')
    const kinds = [told('created', 'older'), told('covered'), told('created', 'own'), told('created', 'later')]
    expect(kinds).toEqual(['past', 'past', 'news', 'news'])
    expect(ended()).toBe('')
  })

  it('is looked at where that does not come, and something was passed over', () => {
    const { ahead, told, ended } = given()
    ahead.wrote('b', 'k', 'own')
    told('created', 'other')
    expect([ended(), told('created', 'other'), ended()]).toEqual(['b/k', 'news', ''])
  })
})

describe('a key that is looked at', () => {
  it('is ahead from the beginning of the look, and until the event of what was found', () => {
    const { ahead, told, ended } = given()
    const look = ahead.look('b', 'k')
    // The event of what is found may come before the look is over.
    expect([told('created', 'older'), told('created', 'found')]).toEqual(['past', 'past'])
    expect(ended()).toBe('')
    expect(look.end('found')).toBe(true)
    expect([told('covered'), told('created', 'found'), told('created', 'later')]).toEqual(['past', 'news', 'news'])
  })

  it('is looked at again where no such event comes, also where nothing was found', () => {
    const { ahead, told, ended } = given()
    ahead.look('b', 'k').end(undefined)
    expect([told('created', 'older'), told('created'), ended(), told('created', 'later')]).toEqual([
      'past',
      'past',
      'b/k',
      'news',
    ])
  })

  it('is known better from a write meanwhile', () => {
    const { ahead, told } = given()
    const look = ahead.look('b', 'k')
    ahead.wrote('b', 'k', 'own')
    expect([look.end('found'), told('created', 'found'), told('created', 'own')]).toEqual([false, 'past', 'news'])
  })

  it('is as it was before after a look that was given up, and what came meanwhile is not lost', () => {
    const { ahead, told, ended } = given()
    ahead.wrote('b', 'k', 'own')
    const look = ahead.look('b', 'k')
    expect(told('created', 'own')).toBe('past')
    look.giveUp()
    expect([told('covered'), ended()]).toEqual(['past', 'b/k'])
    const other = ahead.look('b', 'k')
    other.giveUp()
    expect(ended()).toBe('')
  })
})
