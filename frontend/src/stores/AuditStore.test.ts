import { describe, expect, it } from '@jest/globals'
import type { ShownAuditEntry } from '../../../backend/contract/audit.ts'
import { problem, testRoot } from './test-root.ts'
import { auditOf } from './AuditStore.ts'

const entry = (id: string): ShownAuditEntry => ({
  id,
  time: '2026-11-21T10:00:00Z',
  kind: 'signIn',
  outcome: 'done',
  who: null,
  address: '127.0.0.1',
})

describe('reading the audit', () => {
  it('goes on where the last page ended, past pages in which nothing matches', async () => {
    const pages: Record<string, [string[], string | null]> = { '': [['5', '4'], 'a'], a: [[], 'b'], b: [['3'], null] }
    const asked: string[] = []
    const { root } = testRoot((_, query) => {
      asked.push(query.toString())
      const [ids, cursor] = pages[query.get('cursor') ?? ''] ?? [[], null]
      return Response.json({ items: ids.map(entry), cursor })
    })
    const audit = auditOf(root)
    await audit.load({ who: 'ann', kind: 'signIn' })
    expect([audit.part.value?.entries.map(({ id }) => id), audit.part.value?.cursor, audit.part.isLoading]).toEqual([
      ['5', '4'],
      'a',
      false,
    ])
    await audit.more()
    expect([audit.part.value?.entries.map(({ id }) => id), audit.part.value?.cursor]).toEqual([['5', '4', '3'], null])
    expect(asked).toEqual(['who=ann&kind=signIn', 'who=ann&kind=signIn&cursor=a', 'who=ann&kind=signIn&cursor=b'])
  })

  it('lets an answer go that nobody waits for any more', async () => {
    const answers: (() => void)[] = []
    const { root } = testRoot(
      (_, query) =>
        new Promise((resolve) =>
          answers.push(() => resolve(Response.json({ items: [entry(query.get('who') ?? '')], cursor: null }))),
        ),
    )
    const first = auditOf(root).load({ who: 'ann' })
    const second = auditOf(root).load({ who: 'ben' })
    answers[1]?.()
    await second
    answers[0]?.()
    await first
    expect(auditOf(root).part.value?.entries.map(({ id }) => id)).toEqual(['ben'])
  })

  it('keeps what is there when going on fails, and says why', async () => {
    const { root } = testRoot((_, query) =>
      query.has('cursor') ? problem(503, 'unavailable') : Response.json({ items: [entry('1')], cursor: 'a' }),
    )
    await auditOf(root).load({})
    await auditOf(root).more()
    expect([
      auditOf(root).part.value?.entries.length,
      auditOf(root).part.error?.code,
      auditOf(root).part.value?.cursor,
      auditOf(root).part.isLoading,
    ]).toEqual([1, 'unavailable', 'a', false])
    auditOf(root).forget()
    expect([auditOf(root).part.value, auditOf(root).part.error]).toEqual([null, null])
  })
})
