// What this device remembers about playback and slideshows: the chosen settings, and how far each file was played.

/** The part of `localStorage` that is used. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

export const CUE_SIZES = ['small', 'medium', 'large'] as const
export type CueSize = (typeof CUE_SIZES)[number]

export const SLIDE_SECONDS = [3, 5, 10] as const
export type SlideSeconds = (typeof SLIDE_SECONDS)[number]

export interface MediaChoices {
  rate: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** Label of the subtitles chosen last; '' for none. */
  subtitles: string
  cueSize: CueSize
  /** How long a slideshow shows each picture, in seconds. */
  slideSeconds: SlideSeconds
}

const CHOICES_KEY = 'nido.player'
const PLACES_KEY = 'nido.places'
/** How many files are remembered. The oldest is dropped for a new one. */
export const PLACES_MAX = 200
const USUAL: MediaChoices = {
  rate: 1,
  volume: 1,
  isMuted: false,
  subtitles: '',
  cueSize: 'medium',
  slideSeconds: 5,
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function read(shelf: Shelf, key: string): unknown {
  try {
    return JSON.parse(shelf.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Playback also works if the device stores nothing or has no space. */
function write(shelf: Shelf, key: string, value: unknown): void {
  try {
    shelf.setItem(key, JSON.stringify(value))
  } catch {
    // Then nothing is remembered.
  }
}

const within = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most

/** The chosen settings, or defaults. */
export function readChoices(shelf: Shelf): MediaChoices {
  const kept = read(shelf, CHOICES_KEY)
  if (!isRecord(kept)) return USUAL
  const { rate, volume, isMuted, subtitles, cueSize, slideSeconds } = kept
  return {
    rate: within(rate, 0.5, 2) ? rate : USUAL.rate,
    volume: within(volume, 0, 1) ? volume : USUAL.volume,
    isMuted: isMuted === true,
    subtitles: typeof subtitles === 'string' ? subtitles : USUAL.subtitles,
    cueSize: CUE_SIZES.find((size) => size === cueSize) ?? USUAL.cueSize,
    slideSeconds: SLIDE_SECONDS.find((seconds) => seconds === slideSeconds) ?? USUAL.slideSeconds,
  }
}

export function keepChoices(shelf: Shelf, choices: Partial<MediaChoices>): void {
  write(shelf, CHOICES_KEY, { ...readChoices(shelf), ...choices })
}

type Places = readonly (readonly [file: string, seconds: number])[]

function readPlaces(shelf: Shelf): Places {
  const kept = read(shelf, PLACES_KEY)
  return Array.isArray(kept)
    ? kept.flatMap((entry: unknown) => {
        const [file, seconds] = Array.isArray(entry) ? (entry as unknown[]) : []
        return typeof file === 'string' && within(seconds, 0, Infinity) ? [[file, seconds] as const] : []
      })
    : []
}

/** How far a file was played, in seconds; null if unknown. */
export const placeIn = (shelf: Shelf, file: string): number | null =>
  readPlaces(shelf).find(([each]) => each === file)?.[1] ?? null

/** Remembers how far a file was played; null forgets it. */
export function keepPlace(shelf: Shelf, file: string, seconds: number | null): void {
  const others = readPlaces(shelf).filter(([each]) => each !== file)
  if (seconds === null && others.length === readPlaces(shelf).length) return
  write(shelf, PLACES_KEY, [...others, ...(seconds === null ? [] : [[file, Math.floor(seconds)]])].slice(-PLACES_MAX))
}

const BEGINNING_S = 30
const ENDING_S = 20
/** Shorter audio is a song, which always starts at the beginning. */
const LONG_SOUND_S = 600

/** Whether it makes sense to resume there: not near the start or the end. In seconds. */
export const isWorthKeeping = (seconds: number, duration: number, isFilm: boolean): boolean =>
  seconds > BEGINNING_S && duration - seconds > ENDING_S && (isFilm || duration >= LONG_SOUND_S)
