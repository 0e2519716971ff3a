// Where imports keep what is no file of anybody's: in the system bucket, below `imports/` and the id of the job.
import { IMPORTS } from '../../storage/own-keys.ts'

/** Everything of a job. */
export const importPrefix = (id: string): string => `${IMPORTS}${id}/`
export const torrentKey = (id: string): string => `${importPrefix(id)}torrent`
export const pictureKey = (id: string): string => `${importPrefix(id)}picture`
