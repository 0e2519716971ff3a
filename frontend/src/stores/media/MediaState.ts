// An audio or video file that is playing: the state of its element as observables, and what can be done with it.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { type LoadTrouble, whyNotLoaded } from '../../lib/load-trouble.ts'
import { keepChoices, readChoices } from '../../lib/media-memory.ts'

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** From and to, in seconds. */
export type TimeRange = readonly [from: number, to: number]

/** After each of these, the state of the element is read again. */
const EVENTS = [
  'play',
  'pause',
  'playing',
  'waiting',
  'ended',
  'canplay',
  'timeupdate',
  'seeking',
  'seeked',
  'progress',
  'loadedmetadata',
  'durationchange',
  'volumechange',
  'ratechange',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const

/** Data for this moment and the next (HTML, `readyState`). */
const HAVE_FUTURE_DATA = 3

export class MediaState {
  readonly element: HTMLVideoElement | HTMLAudioElement
  readonly url: string
  isPaused = true
  hasEnded = false
  /** It is playing, but has to wait for data. */
  isWaiting = false
  /** Seconds; 0 until known. */
  time = 0
  duration = 0
  buffered: readonly TimeRange[] = []
  /** 0 to 1. */
  volume = 1
  isMuted = false
  rate = 1
  /** It is in picture in picture. */
  isInPicture = false
  trouble: LoadTrouble | null = null
  #life = new AbortController()

  constructor(kind: 'audio' | 'video', url: string) {
    this.element = document.createElement(kind)
    this.url = url
    const { rate, volume, isMuted } = readChoices(localStorage)
    Object.assign(this.element, { defaultPlaybackRate: rate, playbackRate: rate, volume, muted: isMuted })
    if (this.element instanceof HTMLVideoElement) this.element.playsInline = true
    makeAutoObservable(this, { element: false, url: false, buffered: observableRef }, { autoBind: true })
  }

  /** Starts to listen and, if that has not happened yet, to load. */
  open(isEager: boolean): void {
    const { element } = this
    this.#life = new AbortController()
    const { signal } = this.#life
    for (const event of EVENTS) element.addEventListener(event, this.#read, { signal })
    element.addEventListener('error', () => void this.#noteError(), { signal })
    if (!element.hasAttribute('src')) {
      element.preload = isEager ? 'metadata' : 'none'
      element.src = this.url
      if (isEager) this.play()
    }
    this.#read()
  }

  /** Stops listening. The element stays as it is. */
  leave(): void {
    this.#life.abort()
  }

  /** Stops playing and loading. */
  close(): void {
    this.leave()
    this.element.pause()
    this.element.removeAttribute('src')
    this.element.load()
  }

  get isFilm(): boolean {
    return this.element instanceof HTMLVideoElement
  }

  play(): void {
    // Browsers may refuse to play sound before the person has interacted with the page. It then stays paused.
    void this.element.play().catch(() => undefined)
  }

  pause(): void {
    this.element.pause()
  }

  toggle(): void {
    if (this.element.paused) this.play()
    else this.pause()
  }

  seekTo(seconds: number): void {
    const { duration } = this.element
    this.element.currentTime = Math.max(0, Math.min(Number.isFinite(duration) ? duration : Infinity, seconds))
    this.#read()
  }

  seekBy(seconds: number): void {
    this.seekTo(this.element.currentTime + seconds)
  }

  setRate(rate: number): void {
    // The default applies when the file is loaded again.
    this.element.defaultPlaybackRate = rate
    this.element.playbackRate = rate
    keepChoices(localStorage, { rate })
  }

  /** Chooses the next slower or faster speed. */
  stepRate(step: -1 | 1): void {
    const speeds = step > 0 ? SPEEDS : SPEEDS.toReversed()
    const next = speeds.find((speed) => (speed - this.element.playbackRate) * step > 0)
    if (next !== undefined) this.setRate(next)
  }

  setVolume(volume: number): void {
    this.element.volume = volume
    this.element.muted = volume === 0
    keepChoices(localStorage, { volume, isMuted: volume === 0 })
  }

  toggleMuted(): void {
    const isMuted = !this.element.muted
    this.element.muted = isMuted
    keepChoices(localStorage, { isMuted })
  }

  /** Enters or leaves picture in picture. */
  togglePicture(): void {
    const { element } = this
    if (this.isInPicture) void document.exitPictureInPicture()
    // Browsers refuse a film whose metadata has not been loaded.
    else if (element instanceof HTMLVideoElement) void element.requestPictureInPicture().catch(() => undefined)
  }

  /** Tries again, from the same position. */
  retry(): void {
    const { time, element } = this
    this.trouble = null
    element.load()
    if (time > 0) element.currentTime = time
    this.play()
  }

  readonly #read = (): void => {
    const { element } = this
    const { duration } = element
    runInAction(() => {
      this.isPaused = element.paused
      this.hasEnded = element.ended
      this.isWaiting = !element.paused && !element.ended && element.readyState < HAVE_FUTURE_DATA
      // After an error the element says 0. The position is kept for the next try.
      if (this.trouble === null) this.time = element.currentTime
      if (Number.isFinite(duration)) this.duration = duration
      this.volume = element.volume
      this.isMuted = element.muted
      this.rate = element.playbackRate
      this.isInPicture = document.pictureInPictureElement === element
      const spans = spansOf(element.buffered)
      if (String(spans) !== String(this.buffered)) this.buffered = spans
    })
  }

  async #noteError(): Promise<void> {
    const { signal } = this.#life
    const trouble = await whyNotLoaded(this.url)
    runInAction(() => {
      if (!signal.aborted) this.trouble = trouble
    })
  }
}

function spansOf(ranges: TimeRanges): TimeRange[] {
  return Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)])
}
