// How what is scarce is shared in each API process: told in docs/api.md, and kept to.

/** Slots of one kind. */
export interface FairShare {
  /** What they are of, in words. */
  what: string
  /** Slots there are. */
  slots: number
  /** Those that one person, or guests at one address, have at most. */
  each: number
  /** Those that all guests together have at most. */
  guests: number
  /** How many of one wait at most. */
  waitingEach: number
  /** How many people, and as many guests, wait at most. */
  waitingMost: number
  /** How long anybody waits, in milliseconds. */
  patienceMs: number
}

const SECOND_MS = 1_000
/** What guests never come to. */
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
  largeArchives: {
    what: 'lists of archives of 5,000 files and more',
    slots: 2,
    each: 1,
    guests: 1,
    waitingEach: 20,
    waitingMost: 100,
    patienceMs: 60 * SECOND_MS,
  },
  largeFolders: {
    what: 'listings of 5,000 items and more',
    slots: 2,
    each: 1,
    guests: 1,
    waitingEach: 100,
    waitingMost: 500,
    patienceMs: 60 * SECOND_MS,
  },
  looks: {
    what: 'looks into pictures, subtitles and zips',
    slots: 1,
    each: 1,
    guests: 1,
    waitingEach: 500,
    waitingMost: 2_000,
    patienceMs: 60 * SECOND_MS,
  },
  children: {
    what: 'processes that read pictures, films and songs',
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
  // Who signs in where it is known counts as a person here.
  hashing: {
    what: 'checks of passwords',
    slots: 2,
    each: 1,
    guests: 1,
    waitingEach: 100,
    waitingMost: 500,
    patienceMs: 30 * SECOND_MS,
  },
  captchas: {
    what: 'checks of captchas',
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
 * How long a preview waits for its turn. How many are drawn at a time depends on the machine: as many as it has cores,
 * 2 at most.
 */
export const PREVIEW_PATIENCE_MS = 120 * SECOND_MS

/** Whoever takes fewer bytes of an archive in a minute than this stands still. */
export const PACE_BYTES = 64 * 1024
export const PACE_MS = 60 * SECOND_MS

/** People that one address may sign up within LOGIN_WINDOW. */
export const SIGN_UPS_MOST = 30
