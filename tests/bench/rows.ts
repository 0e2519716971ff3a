// The one table of what is measured: what each row says, its floor and its goal. How the work is done is in works/.
import { LARGE_BYTES } from './works/bytes.ts'
import { AT_REST, CALLS } from './works/requests.ts'
import type { Results } from './results.ts'

export interface Row {
  title: string
  /** Of the times or amounts that are shown beside the score. */
  unit: string
  /** The lowest accepted score, and the one to aim for; the highest accepted one where less is better. */
  floor: number | null
  goal: number | null
  isLessBetter: boolean
  /** The ids of the values that the score is made of. */
  from: readonly string[]
  /** NaN if it was not measured. */
  score(results: Results): number
}

/** A floor and a goal; null: there is none. */
type Bounds = readonly [floor: number | null, goal: number | null]

/** A row whose score is how many times as fast as another one Nido is. */
const faster = (id: string, title: string, [floor, goal]: Bounds, than = 'minio'): Row => ({
  title,
  unit: 'ms',
  floor,
  goal,
  isLessBetter: false,
  from: [id],
  score: (results) => results.ratio(id, than),
})

/** An amount, and the ids of the values that it is made of. */
type Amount = Pick<Row, 'from' | 'score'>

/** A row whose score is an amount, which is to be small. */
const amount = (title: string, unit: string, [floor, goal]: Bounds, of: Amount): Row => ({
  title,
  unit,
  floor,
  goal,
  isLessBetter: true,
  ...of,
})

const own = (id: string): Amount => ({ from: [id], score: (results) => results.median(id) })
const ofIdle = (id: string): Amount => ({
  from: [id, 'j2'],
  score: (results) => results.median(id) / results.median('j2'),
})
const most = (what: 'peakMiB' | 'growthMiB', ...from: string[]): Amount => ({
  from,
  score: (results) => results.most(from, what),
})
const secondsPerGB = (id: string, bytes: number): Amount => ({
  from: [id],
  score: (results) => results.secondsPerGB(id, bytes),
})

const MOVES = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'c3', 'f']
const NONE: Bounds = [null, null]

/**
 * Floors that were meant relative to filebrowser on the local disk, which no registry has, are converted by its speed
 * relative to MinIO's: a listing of 10,000 took it 0.73 of the time, one of 100,000 2.1 times as long, a search of
 * 10,000 0.47, of 100,000 1.25, a small file by tus 1.3 times as long as a PUT, a listing of 100 1.3 (idle) and 1.5
 * (busy, the slowest). Hashing took it as long as reading and hashing.
 */
const COMPARED: Readonly<Record<string, Row>> = {
  a1: faster('a1', 'upload 256 MiB in one request', [0.7, 0.9]),
  a2: faster('a2', 'upload 256 MiB by tus, chunks of 16 MiB (beside a multipart upload)', [0.75, 0.95]),
  b1: faster('b1', 'upload 1,000 files of 10 KB, five at once', [0.75, 0.9]),
  b2: faster('b2', 'the same by tus (beside PUTs)', [0.57, 0.72]),
  c1: faster('c1', 'download 256 MiB', [0.7, 0.95]),
  c2: faster('c2', 'download 64 MiB eight times at once', [0.55, 0.8]),
  c3: faster('c3', 'a range of 64 KB, median', [0.6, 0.8]),
  c4: faster('c4', 'a range of 64 KB, slowest of a hundred', [0.6, 0.85]),
  f: faster('f', 'zip 1,000 files of 100 KB (beside plain reads, eight at once)', [0.7, 0.95]),
  h: faster('h', 'SHA-256 of an uploaded file of 256 MiB (beside reading and hashing)', [20, 500]),
  i1: faster('i1', 'thumbnail of a photo of 12 megapixels, cold (beside reading, sharp and storing)', [0.3, 0.5]),
  i2: faster('i2', 'the same again (beside a GET of one as small)', [0.5, 0.9]),
  i3: faster('i1', 'thumbnail, cold (beside copyparty)', [null, 3], 'copyparty'),
  d1: faster('d1', 'list 10,000 files after a change', [13.7, 34]),
  d2: faster('d2', 'list 10,000 files unchanged', [13.7, 137]),
  d3: faster('d3', 'list 100,000 files after a change', [4.8, 14.3]),
  d4: faster('d4', 'list 100,000 files unchanged', [4.8, 48]),
  g: faster('g', 'search 10,000 files, one hit', [42, 190]),
  g2: faster('g2', 'search 100,000 files, one hit', [40, 160]),
  g3: faster('g2', 'search 100,000 files (beside copyparty)', [null, 3], 'copyparty'),
  e1: faster('e1', 'rename a folder of 1,000 files (until it is seen)', [50, 500]),
  e2: faster('e2', 'copy a folder of 1,000 files', [0.85, 1]),
  e3: faster('e3', 'delete a folder of 1,000 files (until it is seen)', [5, 100]),
  e5: faster('e5', 'rename a folder of 10,000 files (until it is seen)', [500, 5000]),
  e6: faster('e6', 'copy a folder of 10,000 files', [0.85, 1]),
  e7: faster('e7', 'delete a folder of 10,000 files (until it is seen)', [5, 100]),
  m1: faster('m1', 'map of what takes space, 100,000 files (beside listing them)', [10, 30]),
  m2: faster('m2', 'list 5,000 ROMs (beside listing them)', [5, 15]),
  t: faster('t', 'delete 50 files one by one, 10,000 notes in the trash (beside an empty one)', [0.8, 1], 'newcomer'),
  j1: faster('j1', 'list 100 files, median, idle', [2.3, 5.5]),
  j2: faster('j2', 'the slowest of a hundred, idle', NONE),
  j3: faster('j3', 'the same during an upload of 256 MiB', [0.33, 0.67]),
  j4: faster('j4', 'the same during a checksum of 256 MiB', [0.33, 0.67]),
  j5: faster('j5', 'the same during lists of 10,000', [0.33, 0.67]),
}

const AMOUNTS: Readonly<Record<string, Row>> = {
  j6: amount('slowest of a hundred lists during an upload: times idle', 'times', [3, 1.5], ofIdle('j3')),
  j7: amount('the same during a checksum', 'times', [3, 1.5], ofIdle('j4')),
  j8: amount('the same during lists of 10,000', 'times', [3, 1.5], ofIdle('j5')),
  k1: amount('peak memory of the API: uploads, downloads, zips', 'MiB', [300, 180], most('peakMiB', ...MOVES)),
  k2: amount('peak memory of the API: thumbnails', 'MiB', [450, 300], most('peakMiB', 'i1', 'i2')),
  k3: amount('growth of the API: uploads', 'MiB', [null, 40], most('growthMiB', 'a1', 'a2', 'b1', 'b2')),
  k4: amount('growth of the API: downloads', 'MiB', [null, 40], most('growthMiB', 'c1', 'c2', 'c3')),
  k5: amount('growth of the API: zips', 'MiB', [null, 40], most('growthMiB', 'f')),
  k6: amount('growth of the API: thumbnails', 'MiB', [null, 40], most('growthMiB', 'i1', 'i2')),
  s1: amount('processor of the API for a GB: up', 's', [2, 1.2], secondsPerGB('a1', LARGE_BYTES)),
  s2: amount('processor of the API for a GB: down', 's', [0.8, 0.3], secondsPerGB('c1', LARGE_BYTES)),
  p1: amount('memory of an idle API', 'MiB', [150, 100], own('p1')),
  p2: amount('memory of an idle worker', 'MiB', [120, 80], own('p2')),
  p3: amount('memory of an idle supervisor', 'MiB', NONE, own('p3')),
  p4: amount('memory of an idle household: API, supervisor, MinIO, database', 'MiB', [900, 600], own('p4')),
  p5: amount('processor of an idle household, of one core', '%', [null, 0.3], own('p5')),
  p6: amount('processor of an idle API, of one core', '%', NONE, own('p6')),
  p7: amount('API ready after its servers answer', 's', [3, 1], own('p7')),
}

/** Half a request more than the goal is what a process asks by itself meanwhile, and no more. */
const around = (goal: number | undefined): Bounds => (goal === undefined ? NONE : [goal + 0.5, goal])

const REQUESTS: Readonly<Record<string, Row>> = Object.fromEntries(
  [...CALLS, AT_REST].flatMap(({ id, title, goal }) => [
    [`${id}s`, amount(`requests to S3: ${title}`, 'requests', around(goal?.s3), own(`${id}s`))],
    [`${id}d`, amount(`commands to the database: ${title}`, 'commands', around(goal?.database), own(`${id}d`))],
  ]),
)

/** Rows by their ids, in the order in which they are shown. */
export const ROWS: Readonly<Record<string, Row>> = { ...COMPARED, ...AMOUNTS, ...REQUESTS }
