// Replays the protocol of operations (tests/model) against the real servers, with processes held at the worst moments.
// With all guards nothing goes wrong; with any one of them switched off, something does. NIDO_FULL runs all of it.
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import { environment } from '../../scripts/lib/environment.ts'
import type { FileResource } from '../../backend/contract/resources.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import { chance, type FailpointSite, openFailpointSite, type Scene } from './failpoint-site.ts'
import { RACES } from './races.ts'
import { happens } from '../helpers/until.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
const SHORT_MS = 120_000
const LONG_MS = 240_000
/** How long a process is watched for damage after it wakes. */
const HARM_MS = 4_000

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, SHORT_MS)
afterAll(() => site.stop(), SHORT_MS)

describe.each(RACES.filter(({ isShort }) => isShort || isFull))('$name', ({ guard, play }) => {
  it('harms nothing', async () => expect(await play(await site.scene())).toBeNull(), SHORT_MS)
  it(
    `goes wrong without its guard (${guard})`,
    async () => expect(await site.without(guard, async () => play(await site.scene()))).not.toBeNull(),
    SHORT_MS,
  )
})

describe('an upload that is held between its check and its end', () => {
  it(
    'makes the old folder again if the move is over by then',
    async () => {
      const scene = await site.scene()
      await scene.given({ 'from/a': 'a' })
      const uploader = await scene.hold('writer.checked', 'from/late')
      const uploading = scene.upload('from/late', 'late')
      await uploader.reached()
      ;(await scene.rename('from', 'to')).expect(200)
      await scene.settled()
      await uploader.release()
      ;(await uploading).expect(200)
      expect(await scene.tree()).toEqual({ 'from/late': 'late', 'to/a': 'a' })
    },
    SHORT_MS,
  )

  it(
    'is on top of the file that a move brought under the new name',
    async () => {
      const scene = await site.scene()
      await scene.given({ 'from/a': 'moved', 'from/b': 'b' })
      const uploader = await scene.hold('writer.checked', 'to/a')
      const uploading = scene.upload('to/a?override=true', 'uploaded')
      await uploader.reached()
      ;(await scene.rename('from', 'to')).expect(200)
      await uploader.release()
      ;(await uploading).expect(200)
      await scene.settled()
      expect(await scene.tree()).toEqual({ 'to/a': 'uploaded', 'to/b': 'b' })
    },
    SHORT_MS,
  )
})

describe('a delete under the new name right after the commit', () => {
  it(
    'is completed after the move, and nothing reappears',
    async () => {
      const scene = await site.scene()
      await scene.given({ 'from/a': 'a', 'from/b': 'b' })
      const committed = await scene.hold('move.committed', 'from')
      const moving = scene.renamePlainly('from', 'to')
      await committed.reached()
      const deleting = scene.person.delete('/api/resources/to/a', { replica: 1 })
      await chance(deleting)
      await committed.release()
      ;(await moving).expect(200)
      ;(await deleting).expect(204)
      await scene.settled()
      await happens(async () => Object.keys(await scene.tree()).length === 1, 'the delete')
      expect(await scene.tree()).toEqual({ 'to/b': 'b' })
    },
    SHORT_MS,
  )
})

const STEPS: readonly Point[] = [
  'copy.checked',
  'copy.registered',
  'copy.version',
  'copy.done',
  'move.committed',
  'move.half',
  'move.removed',
  'alias.committed',
  'alias.copied',
]
const nameOf = (side: 'from' | 'to', step: Point) => `${side}-${step.replace('.', '-')}`

/** Starts one rename for each step that is part of it, held at that step in the first process. */
async function holdAtEachStep(scene: Scene) {
  for (const step of STEPS) {
    await scene.given({ [`${nameOf('from', step)}/a`]: 'older', [`${nameOf('from', step)}/b`]: 'b' })
    ;(await scene.person.put(`/api/resources/${nameOf('from', step)}/a`, 'a')).expect(200)
  }
  const held = await Promise.all(
    STEPS.map((step) => scene.hold(step, nameOf(step.startsWith('copy') ? 'to' : 'from', step))),
  )
  const moving = STEPS.map((step) => {
    const rename = step.startsWith('alias') ? scene.rename : scene.renamePlainly
    return rename(nameOf('from', step), nameOf('to', step)).catch(() => null)
  })
  await Promise.all(held.map((one) => one.reached()))
  return { moving, release: () => Promise.all(held.map((one) => one.release())) }
}

/** The names under which a step's folder is complete. */
const whole = (tree: Record<string, string>, step: Point): string[] =>
  (['from', 'to'] as const).filter(
    (side) => tree[`${nameOf(side, step)}/a`] === 'a' && tree[`${nameOf(side, step)}/b`] === 'b',
  )
const isOver = (tree: Record<string, string>, step: Point): boolean =>
  whole(tree, step).length === 1 &&
  Object.keys(tree).filter(
    (key) => key.startsWith(`${nameOf('from', step)}/`) || key.startsWith(`${nameOf('to', step)}/`),
  ).length === 2

// Each of these tests waits longer than a lease.
if (isFull)
  describe('an owner that is lost', () => {
    it(
      'by kill -9 at any step leaves each folder complete, under one name',
      async () => {
        const scene = await site.scene()
        const { release } = await holdAtEachStep(scene)
        await site.nido.replicas[0]?.kill()
        await release()
        await scene.settled()
        await happens(async () => {
          const tree = await scene.tree()
          return STEPS.every((step) => isOver(tree, step))
        }, 'the other process carries everything on')
        const tree = await scene.tree()
        // A rename that was only registered is dropped. All others are finished.
        expect(STEPS.map((step) => [step, whole(tree, step)])).toEqual(
          STEPS.map((step) => [step, [step === 'copy.checked' ? 'from' : 'to']]),
        )
        await site.renewFirst()
      },
      LONG_MS,
    )

    it.each([
      ['', null],
      [' -- which it would, were its requests not to end with its lease', 'expiring' as const],
    ])(
      'by a long sleep does no damage when it wakes%s',
      async (_, guard) => {
        await site.without(guard, async () => {
          const scene = await site.scene()
          await scene.given({ a: 'old' })
          const markers = await scene.hold('delete.markers', 'a')
          ;(await scene.person.delete('/api/resources/a', { replica: 0 })).expect(204)
          await markers.reached()
          await site.whileFirstSleeps(async (wake) => {
            // The other process reaches this point as well.
            await markers.release()
            await happens(
              async () => (await scene.s3.versions(scene.bucket, 'a')).some(({ isMarker }) => isMarker),
              'the other process lays the marker',
            )
            ;(await scene.upload('a', 'new')).expect(200)
            wake()
            await happens(
              async () => (await scene.person.get('/api/status', { replica: 0 })).status === 200,
              'the first process is awake',
            )
            await happens(async () => (await scene.read('a')) !== 'new', 'harm', HARM_MS).catch(() => undefined)
          })
          expect(await scene.read('a')).toBe(guard === null ? 'new' : 404)
        })
      },
      LONG_MS,
    )

    it.each([
      ['', null],
      [' -- which it would, were its requests not to end with its lease', 'expiring' as const],
    ])(
      'by a long sleep does not note later files as deleted%s',
      async (_, guard) => {
        await site.without(guard, async () => {
          const scene = await site.scene()
          await scene.given({ a: 'old' })
          const begins = await scene.hold('delete.begins', 'a')
          const note =
            (await scene.person.delete('/api/resources/a', { replica: 0 })).expect(204).headers['x-trash-note'] ?? ''
          await begins.reached()
          const sizeNoted = async () =>
            (await scene.person.get(`/api/trash/${note}`, { replica: 1 })).expect(200).json<FileResource>().size
          await site.whileFirstSleeps(async (wake) => {
            await begins.release()
            await happens(
              async () => (await scene.s3.versions(scene.bucket, 'a')).some(({ isMarker }) => isMarker),
              'the other process lays the marker',
            )
            ;(await scene.upload('a', 'newer')).expect(200)
            wake()
            await happens(
              async () => (await scene.person.get('/api/status', { replica: 0 })).status === 200,
              'the first process is awake',
            )
            await happens(async () => (await sizeNoted()) !== 3, 'harm', HARM_MS).catch(() => undefined)
          })
          expect(await sizeNoted()).toBe(guard === null ? 3 : 5)
        })
      },
      LONG_MS,
    )

    it(
      'does not undo what people did meanwhile, whatever step it slept at',
      async () => {
        const scene = await site.scene()
        const { moving, release } = await holdAtEachStep(scene)
        const later = STEPS.filter((step) => step !== 'copy.checked')
        await site.whileFirstSleeps(async () => {
          await release()
          await happens(async () => {
            const tree = await scene.tree()
            return STEPS.every((step) => isOver(tree, step))
          }, 'the other process carries everything on')
          await scene.settled()
          for (const step of later) {
            ;(await scene.upload(`${nameOf('from', step)}/a`, 'anew')).expect(200)
            ;(await scene.person.delete(`/api/resources/${nameOf('to', step)}/b`, { replica: 1 })).expect(204)
          }
          await happens(async () => {
            const tree = await scene.tree()
            return later.every((step) => !(`${nameOf('to', step)}/b` in tree))
          }, 'the deletes')
        })
        await Promise.all(moving)
        await scene.settled({ replica: 0 })
        const tree = await scene.tree()
        for (const step of later) {
          expect([
            step,
            tree[`${nameOf('from', step)}/a`],
            tree[`${nameOf('from', step)}/b`],
            tree[`${nameOf('to', step)}/a`],
            tree[`${nameOf('to', step)}/b`],
          ]).toEqual([step, 'anew', undefined, 'a', undefined])
        }
      },
      LONG_MS,
    )

    it.each([
      ['brings back', null],
      ['forgets, were it noted after its markers,', 'manifestFirst' as const],
    ])(
      'between the two halves of a delete %s all of it',
      async (_, guard) => {
        await site.without(guard, async () => {
          const scene = await site.scene()
          await scene.given({ 'box/a': 'a', 'box/b': 'b' })
          const half = await scene.hold('delete.half', 'box')
          const note =
            (await scene.person.delete('/api/resources/box', { replica: 0 })).expect(204).headers['x-trash-note'] ?? ''
          await half.reached()
          await site.nido.replicas[0]?.kill()
          await half.release()
          // Without its guard it leaves an item with nothing in it, which the reference rules out: this is not checked.
          const trash = async () => (await json(await scene.person.open('GET', '/api/trash', { replica: 1 }))) as Trash
          await happens(
            async () => (await trash()).items.some(({ id, pending }) => id === note && !pending),
            'the other process ends the delete',
          )
          await scene.person.post(`/api/trash/${note}/restore`, {}, { replica: 1 })
          expect(await scene.tree()).toEqual(guard === null ? { 'box/a': 'a', 'box/b': 'b' } : {})
          await site.renewFirst()
        })
      },
      LONG_MS,
    )
  })
