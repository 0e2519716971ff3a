import { describe, expect, it } from '@jest/globals'
import { isSettled } from '../../../../tests/helpers/turns.ts'
import { place } from '../../storage/paths.ts'
import { FREE_ADMISSION, createAdmission } from './admission.ts'
import { createReplacement } from './replacement.ts'

/** A replacement of one version, whose reservation ends when the test lets it. */
function replacing() {
  const released = Promise.withResolvers<void>()
  const limits = { scope: place('b', ''), present: 10, history: 10, total: 20 }
  const replacement = createReplacement(limits, {
    histories: { sum: async () => 0, claim: async () => true, release: () => released.promise },
    known: async () => 0,
    newId: () => 'id',
  })
  return { replacement, release: released.resolve }
}

describe('the room of what a change replaces', () => {
  it('is given back before the change is answered, so that the next one elsewhere finds it free', async () => {
    const { replacement, release } = replacing()
    await replacement.claim(4, 4)
    const ended = replacement.end()
    expect(await isSettled(ended)).toBe(false)
    release()
    await ended
    expect(await isSettled(replacement.end())).toBe(true)
  })

  it.each([
    ['happens', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('refused'))],
  ])('is given back before it is known that a move %s', async (_, committed) => {
    const { replacement, release } = replacing()
    const over = { limit: null, replacement, isInside: true, claim: async () => 0, release: () => undefined }
    const admission = createAdmission(over)
    const running = await admission.run(async () => {
      await replacement.claim(4, 4)
      return { id: 'op', committed: committed() }
    })
    expect(await isSettled(running.committed)).toBe(false)
    release()
    expect(await isSettled(running.committed)).toBe(true)
  })

  it('costs nothing without a limit', async () => {
    const running = { id: 'op', committed: Promise.resolve() }
    expect(await FREE_ADMISSION.run(async () => running)).toBe(running)
  })
})
