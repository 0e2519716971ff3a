// How far the files of a video are in all. yt-dlp tells it of one file after the other: the picture, the sound.
import type { ToldProgress } from './output.ts'

interface Tally {
  downloaded: number
  total: number
}

/** `expected`: bytes of all files together, as the site estimates them; 0 if it does not. */
export function createTally(expected: number): { add(progress: ToldProgress): Tally } {
  let before = 0
  return {
    add({ isFinished, downloaded, total }) {
      const come = before + downloaded
      if (isFinished) before = come
      return { downloaded: come, total: Math.max(expected, isFinished ? come : before + total, come) }
    },
  }
}
