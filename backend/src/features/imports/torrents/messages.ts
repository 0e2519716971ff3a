// What a torrent's process and its worker tell each other: a line of JSON each.
import { z } from 'zod'
import { IMPORT_ERRORS } from '../../../../contract/import-kinds.ts'

const count = z.int().nonnegative()
const addresses = z.array(z.string())
/** Bytes a second; 0 for no limit. */
const limits = z.strictObject({ down: count, up: count })
export type TorrentLimits = z.infer<typeof limits>

export const order = z.discriminatedUnion('do', [
  // The first one. The torrent file is in the folder; without one, peers are asked for what is in it.
  z.strictObject({
    do: z.literal('start'),
    folder: z.string(),
    /** Hex. */
    infoHash: z.string(),
    trackers: addresses,
    webSeeds: addresses,
    isPrivate: z.boolean(),
    /** Where peers may come in; 0 for nowhere. */
    port: count,
    /** Whether peers are looked for by DHT and PEX, too. */
    isSearching: z.boolean(),
    limits,
  }),
  /** Fetches these files, in this order: behind those that were told before, or instead of them. */
  z.strictObject({ do: z.literal('select'), files: z.array(count), instead: z.boolean() }),
  z.strictObject({ do: z.literal('limit'), limits }),
])
export type TorrentOrder = z.infer<typeof order>

export const news = z.discriminatedUnion('is', [
  /** The torrent file is in the folder now. */
  z.strictObject({ is: z.literal('known') }),
  /** What was on the disk is verified. */
  z.strictObject({ is: z.literal('checked') }),
  /** Pieces that are verified and on the disk. */
  z.strictObject({ is: z.literal('pieces'), pieces: z.array(count) }),
  /** Every second. `speed`: bytes a second; `received` and `uploaded`: bytes of files, of this process. */
  z.strictObject({ is: z.literal('going'), speed: count, received: count, uploaded: count, peers: count }),
  z.strictObject({ is: z.literal('failed'), code: z.enum(IMPORT_ERRORS), detail: z.string() }),
])
export type News = z.infer<typeof news>

/** The torrent file in a job's folder. */
export const TORRENT_FILE = 'torrent'
