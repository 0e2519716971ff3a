// Deletes in a household whose trash is full. This is the first work of all: a process counts the notes of a bucket at
// its first delete there, and then only after many.
import mongoose from 'mongoose'
import type { NoteDocument } from '../../../backend/src/storage/operations/note-keys.ts'
import { happens } from '../../helpers/until.ts'
import type { BenchSite } from '../site.ts'
import { nameOf, PATIENCE_MS, SMALL_TEXT, type Subject } from '../subjects/subject.ts'
import { each, timed } from '../wire.ts'
import type { Work } from './work.ts'

const NOTES = 10_000
const DELETED = 50
/** Newer notes stay in the database. */
const KEPT_NOTES = 300
const BATCH = 1_000

/** Fills the person's trash with deletes from a day ago, and waits until the old ones have left the database. */
async function fillTrash(subject: Subject, { mongoUrl, personsBucket: bucket }: BenchSite): Promise<void> {
  if (subject.name !== 'nido') return
  const database = await mongoose.createConnection(mongoUrl).asPromise()
  const notes = database.collection<NoteDocument>('trash')
  const end = Date.now() - 86_400_000
  for (let from = 0; from < NOTES; from += BATCH)
    await notes.insertMany(Array.from({ length: BATCH }, (_, index) => noteOf(bucket, from + index, end)))
  await deleteOneByOne(subject, 'first', 1)
  const isShort = async () => (await notes.countDocuments({ bucket })) <= KEPT_NOTES
  await happens(isShort, 'the trash has let go of its old notes', PATIENCE_MS)
  await database.close()
}

const noteOf = (bucket: string, index: number, end: number): NoteDocument => ({
  _id: `bench${index}`,
  kind: 'delete',
  action: '',
  userId: 1,
  username: 'bench',
  bucket,
  isFile: true,
  path: nameOf(index),
  shown: `/${nameOf(index)}`,
  names: [],
  when: end + index,
  count: 1,
  bytes: 1,
})

async function deleteOneByOne(subject: Subject, folder: string, count: number): Promise<number> {
  const at = (index: number) => `${folder}/${index}`
  await each(count, DELETED, (index) => subject.put(at(index), Buffer.from(SMALL_TEXT)))
  return timed(() => each(count, 1, async (index) => subject.remove?.(at(index))))
}

export const TRASH: readonly Work[] = [
  {
    ids: ['t'],
    needs: ['remove'],
    among: ['nido', 'newcomer'],
    prepare: fillTrash,
    run: async (subject, { round }) => [await deleteOneByOne(subject, `deleted-${round}`, DELETED)],
  },
]
