// What is measured, and the required results: the time of a plain client directly at MinIO divided by Nido's time.
// Above 1 Nido is faster.

/** One row of the table. `floor` is the lowest accepted ratio, `goal` the one to aim for. */
export interface Floor {
  title: string
  floor: number
  goal: number
}

/**
 * Floors that were meant relative to a file server on the local disk are converted by that server's speed relative to
 * MinIO: a listing of 10,000 took it 0.73 of the time, a search 0.47, a small file by tus 1.3 times as long as a PUT.
 * The plain thumbnail is `sharp` alone.
 */
export const FLOORS = {
  a1: { title: 'upload 256 MiB in one request', floor: 0.7, goal: 0.9 },
  a2: { title: 'upload 256 MiB by tus, chunks of 16 MiB (beside a multipart upload)', floor: 0.75, goal: 0.95 },
  b1: { title: 'upload 1,000 files of 10 KB, five at once', floor: 0.75, goal: 0.9 },
  b2: { title: 'the same by tus (beside PUTs)', floor: 0.57, goal: 0.72 },
  c1: { title: 'download 256 MiB', floor: 0.7, goal: 0.95 },
  c2: { title: 'download 64 MiB eight times at once', floor: 0.55, goal: 0.8 },
  c3: { title: 'a range of 64 KB, median', floor: 0.6, goal: 0.8 },
  c4: { title: 'a range of 64 KB, slowest of a hundred', floor: 0.6, goal: 0.85 },
  d1: { title: 'list 10,000 files after a change', floor: 13.7, goal: 34 },
  d2: { title: 'list 10,000 files unchanged', floor: 13.7, goal: 137 },
  e1: { title: 'rename a folder of 1,000 files (until it is seen)', floor: 50, goal: 500 },
  e2: { title: 'copy a folder of 1,000 files', floor: 0.85, goal: 1 },
  e3: { title: 'delete a folder of 1,000 files (until it is seen)', floor: 5, goal: 100 },
  e4: {
    title: 'delete 50 files one by one, 10,000 notes in the trash (beside a trash that is empty)',
    floor: 0.8,
    goal: 1,
  },
  f: { title: 'zip 1,000 files of 100 KB (beside plain reads, eight at once)', floor: 0.7, goal: 0.95 },
  g: { title: 'search 10,000 files, one hit', floor: 42, goal: 190 },
  h1: { title: 'map of what takes space, 100,000 files (beside listing them)', floor: 10, goal: 30 },
  h2: { title: 'list 5,000 ROMs (beside listing them)', floor: 5, goal: 15 },
  i1: { title: 'thumbnail of a photo of 12 megapixels, cold (beside sharp alone)', floor: 0.3, goal: 0.5 },
  i2: { title: 'the same again (beside a GET of one as small)', floor: 0.5, goal: 0.9 },
} as const satisfies Record<string, Floor>

export type WorkId = keyof typeof FLOORS
