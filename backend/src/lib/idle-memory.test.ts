import { expect, it } from '@jest/globals'
import { collectingAtRest } from './idle-memory.ts'

it('garbage is collected once each time that nobody is there any more', async () => {
  const attention = { isPaid: true }
  let collected = 0
  const task = collectingAtRest(attention, async () => {
    collected += 1
  })
  const seen: number[] = []
  for (const isPaid of [true, true, false, false, true, false, false]) {
    attention.isPaid = isPaid
    await task.run()
    seen.push(collected)
  }
  expect(seen).toEqual([0, 0, 1, 1, 1, 2, 2])
})
