import { useEffect, useEffectEvent, useState } from 'react'
import type { Item } from '../../../../../backend/contract/resources.ts'
import { keepAwake } from '../../../lib/keep-awake.ts'
import { keepChoices, readChoices, type SlideSeconds } from '../../../lib/media-memory.ts'
import type { Turning } from '../Stage.tsx'
import { useOwnFullScreen } from './useOwnFullScreen.ts'
import { useSlideshowKeys } from './useSlideshowKeys.ts'

export interface Slideshow {
  /** Whether the open file is a picture with others beside it. */
  isPossible: boolean
  isOn: boolean
  isPlaying: boolean
  seconds: SlideSeconds
  /** Whether the picture is still being loaded. */
  isWaiting: boolean
  /** The address of the picture before, from which the shown one is faded in; null for none. */
  before: string | null
  start(): void
  end(): void
  toggle(): void
  setSeconds(seconds: SlideSeconds): void
  /** The shown picture is loaded from this address; null if it cannot be shown. */
  notePicture(url: string | null): void
}

/** Shows the pictures of a folder one after another, and begins again after the last. */
export function useSlideshow(item: Item | undefined, { files, show }: Turning): Slideshow {
  const [phase, setPhase] = useState<'off' | 'playing' | 'paused'>('off')
  const interval = useInterval()
  const path = item?.path ?? null
  const fading = useFading(path)
  const pictures = files.filter(({ type }) => type === 'image')
  const at = pictures.findIndex((picture) => picture.path === path)
  const isPossible = at >= 0 && pictures.length > 1
  // The keys may have led to a file that is no picture.
  if (phase !== 'off' && !isPossible) setPhase('off')
  const isPlaying = phase === 'playing'
  const end = () => setPhase('off')
  const fullScreen = useOwnFullScreen(phase !== 'off', end)
  const start = () => {
    setPhase('playing')
    void fullScreen.enter()
  }
  const toggle = () => setPhase(isPlaying ? 'paused' : 'playing')
  useTimer(isPlaying && !fading.isWaiting ? path : null, interval.seconds, () => {
    const next = pictures[(at + 1) % pictures.length]
    if (next) show(next)
  })
  const { hasJustLeft } = fullScreen
  useSlideshowKeys({ isPossible, phase, start, end, toggle, pause: () => setPhase('paused'), hasJustLeft })
  useAwake(isPlaying)
  return { isPossible, isOn: phase !== 'off', isPlaying, start, end, toggle, ...interval, ...fading }
}

/** How long each picture is shown, as this device remembers it. */
function useInterval(): Pick<Slideshow, 'seconds' | 'setSeconds'> {
  const [seconds, setSeconds] = useState(() => readChoices(localStorage).slideSeconds)
  return {
    seconds,
    setSeconds(chosen) {
      keepChoices(localStorage, { slideSeconds: chosen })
      setSeconds(chosen)
    },
  }
}

/** Keeps the screen on. */
function useAwake(isPlaying: boolean): void {
  useEffect(() => {
    keepAwake('slideshow', isPlaying)
    return () => keepAwake('slideshow', false)
  }, [isPlaying])
}

/** Which picture the shown one replaces, and whether it is loaded. */
function useFading(path: string | null): Pick<Slideshow, 'isWaiting' | 'before' | 'notePicture'> {
  const [settled, setSettled] = useState<{ path: string | null; url: string | null; before: string | null }>({
    path: null,
    url: null,
    before: null,
  })
  const isWaiting = settled.path !== path
  return {
    isWaiting,
    before: isWaiting ? settled.url : settled.before,
    notePicture: (url) => setSettled((last) => ({ path, url, before: last.path === path ? last.before : last.url })),
  }
}

/** Acts once, so many seconds after `run` has become another one; null stops. */
function useTimer(run: string | null, seconds: number, act: () => void): void {
  const ring = useEffectEvent(act)
  useEffect(() => {
    if (run === null) return undefined
    const timer = setTimeout(() => ring(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [run, seconds])
}
