// The keys of an open file: of the stage, of pictures, and of the player. They work on what is open instead of the root
// store, because guests open files too. The viewers act by these tables, and the help lists them.
import type { TranslationKey } from '../i18n/message.ts'
import { matches, type Shortcut } from './action.ts'

export interface StageKey {
  label: TranslationKey
  shortcuts: readonly Shortcut[]
}

type KeyTable<Name extends string> = Readonly<Record<Name, StageKey>>

/** Any file. In audio and video the arrows seek instead. */
export const STAGE_KEYS = {
  previous: { label: 'viewer.key.previous', shortcuts: [{ key: 'ArrowLeft' }, { key: 'PageUp' }] },
  next: { label: 'viewer.key.next', shortcuts: [{ key: 'ArrowRight' }, { key: 'PageDown' }] },
  info: { label: 'preview.info.action', shortcuts: [{ key: 'i' }] },
  close: { label: 'preview.back', shortcuts: [{ key: 'Escape' }] },
} as const satisfies KeyTable<string>

/** Pictures. */
export const PICTURE_KEYS = {
  zoomIn: { label: 'preview.zoomIn', shortcuts: [{ key: '+' }, { key: '=' }] },
  zoomOut: { label: 'preview.zoomOut', shortcuts: [{ key: '-' }] },
  fit: { label: 'preview.fit', shortcuts: [{ key: '0' }] },
  turn: { label: 'viewer.turn', shortcuts: [{ key: 'r' }] },
  fillScreen: { label: 'player.fullScreen', shortcuts: [{ key: 'f' }] },
} as const satisfies KeyTable<string>

/** Starts the slideshow, pauses it and goes on. */
export const SLIDESHOW_KEYS = {
  start: { label: 'slideshow.start', shortcuts: [{ key: 's' }] },
  pause: { label: 'slideshow.pauseOrGoOn', shortcuts: [{ key: ' ' }] },
  end: { label: 'slideshow.end', shortcuts: [{ key: 'Escape' }] },
} as const satisfies KeyTable<string>

/** The usual keys of players. */
export const PLAYER_KEYS = {
  toggle: { label: 'viewer.key.playOrPause', shortcuts: [{ key: ' ' }, { key: 'k' }] },
  backShort: { label: 'viewer.key.backShort', shortcuts: [{ key: 'ArrowLeft' }] },
  forwardShort: { label: 'viewer.key.forwardShort', shortcuts: [{ key: 'ArrowRight' }] },
  back: { label: 'player.back', shortcuts: [{ key: 'j' }] },
  forward: { label: 'player.forward', shortcuts: [{ key: 'l' }] },
  mute: { label: 'player.mute', shortcuts: [{ key: 'm' }] },
  subtitles: { label: 'preview.subtitles', shortcuts: [{ key: 'c' }] },
  fullScreen: { label: 'player.fullScreen', shortcuts: [{ key: 'f' }] },
  slower: { label: 'viewer.key.slower', shortcuts: [{ key: '<' }] },
  faster: { label: 'viewer.key.faster', shortcuts: [{ key: '>' }] },
} as const satisfies KeyTable<string>

/** Digits go to a tenth of the length. */
export const TENTH_KEYS: StageKey = {
  label: 'viewer.key.tenth',
  shortcuts: Array.from({ length: 10 }, (_, digit) => ({ key: String(digit) })),
}

/** What a key press means; null for nothing. */
export function meaningOf<Name extends string>(table: KeyTable<Name>, event: KeyboardEvent): Name | null {
  const names = Object.keys(table) as Name[]
  return names.find((name) => matches(table[name], event)) ?? null
}
