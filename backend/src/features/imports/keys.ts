// Where imports keep what is no file of anybody's: in the system bucket, below `imports/` and the id of the job.
import { IMPORTS } from '../../storage/own-keys.ts'

/** Everything of a job. */
export const importPrefix = (id: string): string => `${IMPORTS}${id}/`
export const torrentKey = (id: string): string => `${importPrefix(id)}torrent`
export const pictureKey = (id: string): string => `${importPrefix(id)}picture`
/** Which entries of a followed feed are known. */
export const seenKey = (id: string): string => `${importPrefix(id)}seen`
/** What a look at a link has found. */
export const foundKey = (id: string): string => `${importPrefix(id)}found`
/** The list of what is in a torrent. */
export const contentsKey = (id: string): string => `${importPrefix(id)}contents`
/** A piece of a file that is watched while it comes. */
export const watchKey = (id: string, file: number, piece: number | '' = ''): string =>
  `${importPrefix(id)}watch/${file}/${piece}`
