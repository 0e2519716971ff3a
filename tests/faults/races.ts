// The races that the protocol of operations guards against, each in its worst order. Each returns what went wrong, or
// null. Without its guard something must go wrong.
import type { Trash } from '../../backend/contract/trash.ts'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import type { Guard } from '../helpers/broken-rules.ts'
import type { Held } from '../helpers/point-files.ts'
import { chance, type Scene } from './failpoint-site.ts'
import { happens } from '../helpers/until.ts'

export interface Race {
  name: string
  guard: Guard
  /** Whether it always runs, not only in the long tests. */
  isShort?: boolean
  play(scene: Scene): Promise<string | null>
}

const told = (what: string, isWrong: boolean): string | null => (isWrong ? what : null)
const isThere = async ({ s3, bucket }: Scene, key: string) =>
  (await s3.list(bucket, key)).some((object) => object.key === key)

/** So many that it takes a while to copy them. */
const MANY = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`from/f${index}`, 'f']))

/** Renames a large folder, which is seen at once, and holds its owner at a point after that. */
async function renameHeld(scene: Scene, point: Point): Promise<Held> {
  const held = await scene.hold(point, 'from')
  ;(await scene.rename('from', 'to')).expect(200)
  await held.reached()
  return held
}

/** Renames a large folder twice, to names that need no certain index, and holds the first before it copies anything. */
async function renamedAgain(scene: Scene): Promise<Held> {
  const committed = await renameHeld(scene, 'alias.committed')
  ;(await scene.rename('to', 'at')).expect(200)
  return committed
}

/** Uploads in place of a file while moves that bring it are held, and lets them go on. */
async function replacedMeanwhile(scene: Scene, committed: Held, file: string): Promise<string | null> {
  const put = await scene.hold('writer.settles', file)
  const uploading = scene.upload(`${file}?override=true`, 'acknowledged')
  await chance(put.reached())
  await committed.release()
  await scene.settled()
  await put.release()
  return told(
    'an acknowledged upload lies beneath a copy',
    (await uploading).status !== 200 || (await scene.read(file)) !== 'acknowledged',
  )
}

export const RACES: readonly Race[] = [
  {
    name: 'an upload into the destination of a copy that is being checked',
    guard: 'new',
    play: async (scene) => {
      await scene.given({ 'from/a': 'old' })
      const checked = await scene.hold('copy.checked', 'to')
      const copying = scene.copy('from', 'to')
      await checked.reached()
      const uploading = scene.upload('to/a', 'acknowledged')
      await chance(uploading)
      await checked.release()
      await copying
      return told(
        'an acknowledged upload lies beneath a copy',
        (await uploading).status === 200 && (await scene.read('to/a')) !== 'acknowledged',
      )
    },
  },
  {
    name: 'an upload that ends while its folder is about to move',
    guard: 'secondLook',
    isShort: true,
    play: async (scene) => {
      await scene.given({ 'from/a': 'a' })
      const uploader = await scene.hold('writer.checked', 'from/late')
      const uploading = scene.upload('from/late', 'late')
      await uploader.reached()
      const copied = await scene.hold('copy.done', 'to')
      const moving = scene.renamePlainly('from', 'to')
      await copied.reached()
      await uploader.release()
      ;(await uploading).expect(200)
      await copied.release()
      ;(await moving).expect(200)
      await scene.settled()
      return told('an acknowledged upload stayed behind under the old name', (await scene.read('to/late')) !== 'late')
    },
  },
  {
    name: 'an upload that ends while its large folder is moved already',
    guard: 'lateBump',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const uploader = await scene.hold('writer.checked', 'from/late')
      const uploading = scene.upload('from/late', 'late')
      await uploader.reached()
      const copied = await renameHeld(scene, 'alias.copied')
      await uploader.release()
      ;(await uploading).expect(200)
      const isSeen = (await scene.read('to/late')) === 'late'
      await copied.release()
      await scene.settled()
      return told(
        'an acknowledged upload stayed behind under the old name',
        !isSeen || (await scene.read('to/late')) !== 'late',
      )
    },
  },
  {
    name: 'an upload in place of a file whose large folder is moved already',
    guard: 'onlyNew',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const committed = await renameHeld(scene, 'alias.committed')
      return replacedMeanwhile(scene, committed, 'to/f1')
    },
  },
  {
    name: 'an upload of a file where a large folder that is moved already has a folder',
    guard: 'aloneThere',
    isShort: true,
    play: async (scene) => {
      await scene.given({ ...MANY, 'from/inner/x': 'x' })
      const committed = await renameHeld(scene, 'alias.committed')
      const copying = await scene.hold('copy.version', 'to/inner/x')
      const uploading = scene.upload('to/inner?override=true', 'acknowledged')
      await chance(uploading)
      await committed.release()
      await copying.reached()
      await chance(uploading)
      await copying.release()
      const { status } = await uploading
      await scene.settled()
      return told('a file and a folder of one name', status === 200 || (await scene.read('to/inner/x')) !== 'x')
    },
  },
  {
    name: 'a late upload of a file that another one has just replaced under the new name',
    guard: 'lateSettle',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const late = await scene.hold('writer.checked', 'from/f1')
      const uploadingLate = scene.upload('from/f1?override=true', 'late')
      await late.reached()
      const copied = await scene.hold('alias.copied', 'from')
      ;(await scene.rename('from', 'to')).expect(200)
      ;(await scene.upload('to/f1?override=true', 'newer', { replica: 1 })).expect(200)
      await copied.reached()
      await late.release()
      const answer = await chance(uploadingLate)
      const isUnseen = answer !== undefined && (await scene.read('to/f1')) !== 'late'
      await copied.release()
      ;(await uploadingLate).expect(200)
      await scene.settled()
      return told('an acknowledged upload is not seen', isUnseen)
    },
  },
  {
    name: 'a move that is turned back while one of its files is settled',
    guard: 'settledStays',
    play: async (scene) => {
      await scene.given(MANY)
      const committed = await renameHeld(scene, 'alias.committed')
      // Whoever shares a file waits for it, too, and changes nothing.
      const sharing = scene.person.post('/api/share/to/f1', {})
      await chance(sharing)
      const copying = await scene.hold('copy.version', 'to/f1')
      await committed.release()
      await copying.reached()
      // It has its copy by then, and is about to leave the old name.
      const settling = await scene.hold('alias.settles', 'to/f1')
      await copying.release()
      await settling.reached()
      const [pending] = await scene.operations()
      const turning = scene.person.delete(`/api/operations/${pending?.id}`)
      await chance(turning)
      await settling.release()
      await turning
      await sharing
      await scene.settled()
      const found = await Promise.all(['from/f1', 'to/f1'].map((file) => scene.read(file)))
      return told('a file is lost', !found.includes('f'))
    },
  },
  {
    name: 'an upload in place of a file whose large folder was renamed again',
    guard: 'firstToo',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const committed = await renamedAgain(scene)
      return replacedMeanwhile(scene, committed, 'at/f1')
    },
  },
  {
    name: 'a large folder that is renamed again before anything is copied',
    guard: 'feeders',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const committed = await renamedAgain(scene)
      await chance(happens(async () => (await scene.operations()).some(({ state }) => state === 'done'), 'one is over'))
      await committed.release()
      await scene.settled()
      const left = Object.keys(await scene.tree()).filter((key) => !key.startsWith('at/'))
      return told('a part of the folder stays under the middle name', left.length > 0)
    },
  },
  {
    name: 'a large folder that is renamed again, and the first rename is turned back',
    guard: 'keepsUsed',
    play: async (scene) => {
      await scene.given(MANY)
      const committed = await renamedAgain(scene)
      const first = (await scene.operations()).find(({ destination }) => destination?.endsWith('to'))
      const turning = scene.person.delete(`/api/operations/${first?.id}`)
      await chance(turning)
      await committed.release()
      await turning
      await scene.settled()
      return told('the folder is not under its newest name', (await scene.read('at/f1')) !== 'f')
    },
  },
  {
    name: 'a late upload under a name from which a large folder is renamed again',
    guard: 'liftThere',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const uploader = await scene.hold('writer.checked', 'to/f1')
      const uploading = scene.upload('to/f1?override=true', 'acknowledged')
      await uploader.reached()
      const committed = await renamedAgain(scene)
      await uploader.release()
      await chance(uploading)
      await committed.release()
      await scene.settled()
      return told(
        'an acknowledged upload lies beneath a copy, or is refused',
        (await uploading).status !== 200 || (await scene.read('at/f1')) !== 'acknowledged',
      )
    },
  },
  {
    name: 'an upload into a large folder that is moved already, and a late one of its name under the old name',
    guard: 'stillNew',
    isShort: true,
    play: async (scene) => {
      await scene.given(MANY)
      const late = await scene.hold('writer.checked', 'from/new')
      const uploadingLate = scene.upload('from/new', 'late')
      await late.reached()
      const committed = await renameHeld(scene, 'alias.committed')
      const uploader = await scene.hold('replace.noted', 'to/new')
      const uploading = scene.upload('to/new?override=true', 'acknowledged')
      await uploader.reached()
      await late.release()
      ;(await uploadingLate).expect(200)
      await uploader.release()
      const answer = await chance(uploading)
      const isUnseen = answer !== undefined && (await scene.read('to/new')) !== 'acknowledged'
      await committed.release()
      ;(await uploading).expect(200)
      await scene.settled()
      return told('an acknowledged upload is not seen', isUnseen || (await scene.read('to/new')) !== 'acknowledged')
    },
  },
  {
    name: 'a reader that lags behind a copy',
    guard: 'journalAfterStore',
    isShort: true,
    play: async (scene) => {
      await scene.given({ 'from/a': 'a', 'from/b': 'b' })
      const reader = await scene.hold('reader.looks', 'to/a')
      const reading = scene.read('to/a')
      await reader.reached()
      const half = await scene.hold('copy.version', 'to/b')
      const copying = scene.copy('from', 'to')
      await happens(() => isThere(scene, 'to/a'), 'half a copy')
      await reader.release()
      const seen = await reading
      await half.release()
      await copying
      return told('half a copy was shown', seen === 'a')
    },
  },
  {
    name: 'a reader of a copy that is not whole',
    guard: 'beneathCopies',
    isShort: true,
    play: async (scene) => {
      await scene.given({ 'from/a': 'a', 'from/b': 'b' })
      const half = await scene.hold('copy.version', 'to/b')
      const copying = scene.copy('from', 'to')
      await happens(() => isThere(scene, 'to/a'), 'half a copy')
      const seen = await scene.read('to/a')
      await half.release()
      ;(await copying).expect(200)
      return told('half a copy was shown', seen === 'a')
    },
  },
  {
    name: 'another tool writes under the old name after the commit',
    guard: 'exactVersions',
    isShort: true,
    play: async (scene) => {
      await scene.given({ 'from/a': 'a' })
      const committed = await scene.hold('move.committed', 'from')
      const moving = scene.renamePlainly('from', 'to')
      await committed.reached()
      await scene.s3.put(scene.bucket, 'from/a', 'foreign')
      await committed.release()
      ;(await moving).expect(200)
      await scene.settled()
      return told('a version that was never copied is gone', !Object.values(await scene.tree()).includes('foreign'))
    },
  },
  {
    name: 'an upload at the name of a folder that comes meanwhile',
    guard: 'ownName',
    isShort: true,
    play: async (scene) => {
      await scene.given({ 'from/a': 'a' })
      const uploader = await scene.hold('writer.checked', 'to')
      const uploading = scene.upload('to', 'a file')
      await uploader.reached()
      ;(await scene.copy('from', 'to')).expect(200)
      await uploader.release()
      const { status } = await uploading
      return told(
        'a file and a folder have one name',
        status === 200 || (await scene.read('to/a')) !== 'a' || (await isThere(scene, 'to')),
      )
    },
  },
  {
    name: 'a deleted file comes to lie over the destination',
    guard: 'clearHiding',
    play: async (scene) => {
      await scene.given({ 'from/a': 'a', 'from/b': 'b' })
      const registered = await scene.hold('copy.registered', 'to')
      const moving = scene.renamePlainly('from', 'to')
      await registered.reached()
      await scene.s3.put(scene.bucket, 'to', 'foreign')
      await scene.s3.delete(scene.bucket, 'to')
      await registered.release()
      ;(await moving).expect(200)
      await scene.settled()
      const tree = await scene.tree()
      return told(
        `a folder is not whole in its new place: ${Object.keys(tree).join(', ')}`,
        tree['to/a'] !== 'a' || tree['to/b'] !== 'b' || 'from/a' in tree || 'from/b' in tree,
      )
    },
  },
  {
    name: 'a file of a copied folder is moved away',
    guard: 'wholeCopy',
    play: async (scene) => {
      // So many are looked up in one listing; what is not there any more is asked for by its name.
      const others = Array.from({ length: 10 }, (_, index) => [`from/c${index}`, 'c'])
      await scene.given({ 'from/a': 'a', 'from/b': 'b', ...Object.fromEntries(others) })
      const registered = await scene.hold('copy.registered', 'to')
      const copying = scene.copy('from', 'to')
      await registered.reached()
      ;(await scene.rename('from/a', 'away', { replica: 1 })).expect(200)
      await happens(async () => !(await isThere(scene, 'from/a')), 'the file moves away')
      await registered.release()
      const { status } = await copying
      const tree = await scene.tree()
      return told('half a folder was copied', status === 200 && !('to/a' in tree && 'to/b' in tree))
    },
  },
  {
    name: 'an inner folder is moved while the outer one moves',
    guard: 'overlap',
    play: async (scene) => {
      await scene.given({ 'outer/inner/a': 'a' })
      const copied = await scene.hold('copy.done', 'new')
      const outer = scene.renamePlainly('outer', 'new')
      await copied.reached()
      const inner = scene.rename('outer/inner', 'other', { replica: 1 })
      await chance(inner)
      await copied.release()
      await Promise.all([outer, inner])
      await scene.settled()
      const tree = await scene.tree()
      return told('an inner folder was carried to two places', 'new/inner/a' in tree && 'other/a' in tree)
    },
  },
  {
    name: 'a file with versions moves',
    guard: 'oldestFirst',
    play: async (scene) => {
      await scene.given({ a: 'one' })
      ;(await scene.person.put('/api/resources/a', 'two')).expect(200)
      const half = await scene.hold('move.half', 'a')
      const moving = scene.renamePlainly('a', 'b')
      await half.reached()
      const seen = (await scene.s3.get(scene.bucket, 'a')).toString()
      await half.release()
      ;(await moving).expect(200)
      await scene.settled()
      return told('old content came back to life', seen !== 'two')
    },
  },
  {
    name: 'a file moves that took the place of a deleted one',
    guard: 'border',
    play: async (scene) => {
      await scene.given({ a: 'first' })
      const note = (await scene.person.delete('/api/resources/a')).expect(204).headers['x-trash-note'] ?? ''
      await happens(async () => !(await isThere(scene, 'a')), 'the delete')
      await scene.given({ a: 'second' })
      ;(await scene.rename('a', 'b')).expect(200)
      await scene.settled()
      await scene.person.post(`/api/trash/${note}/restore`, {})
      await scene.settled()
      return told(
        'the trash of an earlier file went along with a later one',
        (await scene.read('a')) !== 'first' || (await scene.read('b')) !== 'second',
      )
    },
  },
  {
    name: 'the last folder of a folder without a marker moves',
    guard: 'folderAround',
    play: async (scene) => {
      await scene.s3.put(scene.bucket, 'implied/box/a', 'a')
      ;(await scene.renamePlainly('implied/box', 'moved')).expect(200)
      await scene.settled()
      return told('the folder around it vanished', (await scene.person.get('/api/resources/implied')).status !== 200)
    },
  },
  {
    name: 'what was deleted is there again when it is ended for good',
    guard: 'onlyBeneath',
    play: async (scene) => {
      await scene.given({ a: 'a' })
      const note =
        (await scene.person.delete('/api/resources/a', { replica: 0 })).expect(204).headers['x-trash-note'] ?? ''
      // Until it is over, the delete looks for what came late, and lays its marker again.
      await happens(async () => {
        const { items } = (await scene.person.get('/api/trash')).expect(200).json<Trash>()
        return items.some(({ id, pending }) => id === note && !pending)
      }, 'the delete')
      const marker = (await scene.s3.versions(scene.bucket, 'a')).find(({ isMarker }) => isMarker)
      await scene.s3.delete(scene.bucket, 'a', marker?.versionId)
      ;(await scene.person.delete(`/api/trash/${note}`)).expect(204)
      return told('a file that was there again is gone', (await scene.read('a')) !== 'a')
    },
  },
]
