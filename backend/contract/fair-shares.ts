// How scarce resources are shared within each API process. docs/api.md has these numbers as a table.

/** The slots of one resource. */
export interface FairShare {
  /** What the resource is, in words. */
  what: string
  /** The number of slots. */
  slots: number
  /** The most that one person, or the guests at one address, may hold. */
  each: number
  /** The most that all guests together may hold. */
  guests: number
  /** The most requests of one asker that may wait. */
  waitingEach: number
  /** The most requests of people that may wait, and the most of guests. */
  waitingMost: number
  /** The longest wait, in milliseconds. */
  patienceMs: number
}

const SECOND_MS = 1_000
/** For resources that guests never use. */
const NONE = 0

export const FAIR_SHARES = {
  archives: {
    what: 'archives',
    slots: 24,
    each: 6,
    guests: 18,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 30 * SECOND_MS,
  },
  compressedArchives: {
    what: 'compressed archives',
    slots: 8,
    each: 4,
    guests: 6,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 30 * SECOND_MS,
  },
  torrentFiles: {
    what: 'torrent files that are received',
    slots: 8,
    each: 2,
    guests: NONE,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 30 * SECOND_MS,
  },
  openArchives: {
    what: 'archives that are looked into',
    slots: 3,
    each: 2,
    guests: NONE,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 30 * SECOND_MS,
  },
  largeArchives: {
    what: 'file lists for archives of 5,000 files or more',
    slots: 2,
    each: 1,
    guests: 1,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 60 * SECOND_MS,
  },
  largeFolders: {
    what: 'listings of 5,000 items or more',
    slots: 2,
    each: 1,
    guests: 1,
    waitingEach: 100,
    waitingMost: 500,
    patienceMs: 60 * SECOND_MS,
  },
  looks: {
    what: 'reads of picture sizes, subtitles and zip contents',
    slots: 1,
    each: 1,
    guests: 1,
    waitingEach: 500,
    waitingMost: 2_000,
    patienceMs: 60 * SECOND_MS,
  },
  children: {
    what: 'processes that read pictures, videos and songs',
    slots: 2,
    each: 2,
    guests: 1,
    waitingEach: 500,
    waitingMost: 2_000,
    patienceMs: 60 * SECOND_MS,
  },
  searches: {
    what: 'searches',
    slots: 8,
    each: 2,
    guests: NONE,
    waitingEach: 10,
    waitingMost: 100,
    patienceMs: 20 * SECOND_MS,
  },
  newest: {
    what: 'lists of the files that changed last',
    slots: 2,
    each: 1,
    guests: NONE,
    waitingEach: 5,
    waitingMost: 100,
    patienceMs: 20 * SECOND_MS,
  },
  storageMaps: {
    what: 'maps of the storage',
    slots: 2,
    each: 1,
    guests: NONE,
    waitingEach: 5,
    waitingMost: 100,
    patienceMs: 20 * SECOND_MS,
  },
  chunks: {
    what: 'chunks of resumable uploads',
    slots: 64,
    each: 4,
    guests: NONE,
    waitingEach: 100,
    waitingMost: 1_000,
    patienceMs: 120 * SECOND_MS,
  },
  wholes: {
    what: 'uploads in one request',
    slots: 128,
    each: 16,
    guests: NONE,
    waitingEach: 100,
    waitingMost: 1_000,
    patienceMs: 120 * SECOND_MS,
  },
  // Somebody who logs in from a known address counts as a person here.
  hashing: {
    what: 'password checks',
    slots: 2,
    each: 1,
    guests: 1,
    waitingEach: 100,
    waitingMost: 500,
    patienceMs: 30 * SECOND_MS,
  },
  captchas: {
    what: 'captcha checks',
    slots: 16,
    each: 4,
    guests: 16,
    waitingEach: 100,
    waitingMost: 500,
    patienceMs: 20 * SECOND_MS,
  },
  signUps: {
    what: 'sign-ups',
    slots: 1,
    each: 1,
    guests: 1,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 30 * SECOND_MS,
  },
  checksums: {
    what: 'checksums',
    slots: 2,
    each: 1,
    guests: NONE,
    waitingEach: 1_000,
    waitingMost: 1_000,
    patienceMs: 600 * SECOND_MS,
  },
} as const satisfies Record<string, FairShare>

/**
 * The longest wait for a preview. How many are rendered at a time depends on the machine: as many as it has cores, 2
 * at most.
 */
export const PREVIEW_PATIENCE_MS = 120 * SECOND_MS

/** A reader that takes fewer bytes of an archive than this within `PACE_MS` counts as stalled. */
export const PACE_BYTES = 64 * 1024
export const PACE_MS = 60 * SECOND_MS

/** People that may sign up from one address within LOGIN_WINDOW. */
export const SIGN_UPS_MOST = 30
