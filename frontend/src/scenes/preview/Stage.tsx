// The stage: one file above the page, for its owner and for guests.
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { FileName } from '../../components/FileName.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Swipe } from '../../lib/pan-zoom.ts'
import { useIdle } from './player/useIdle.ts'
import { SlideshowBar } from './slideshow/SlideshowBar.tsx'
import { type Slideshow, useSlideshow } from './slideshow/useSlideshow.ts'
import { type FileKey, useStageKeys } from './useStageKeys.ts'
import type { ViewerProps } from './viewer.ts'

/** The files before and after the one that is shown. */
export interface Turning {
  previous: Item | null
  next: Item | null
  /** All files in order, including the open one. */
  files: readonly Item[]
  show(item: Item): void
}

export interface StageProps {
  name: string
  /** The file, if it is there. */
  item?: Item
  /** Shown beside the name: the file's number among all files, and its size. */
  facts?: string
  turning?: Turning
  /** For sound and film: arrows seek. */
  seeks?: boolean
  /** Keys beside those for turning and closing. */
  keys?: readonly FileKey[]
  tools?: ReactNode
  /** Docked beside the file. */
  aside?: ReactNode
  /** The page below stays the page, and the stage is a dialog above it. */
  isDialog?: boolean
  isAlert?: boolean
  /** What closing does, if it does not lead to the folder. */
  closeLabel?: string
  onClose(): void
  /** Finds the element that gets the focus when the stage closes. */
  findReturn(): HTMLElement | null | undefined
  /** The file itself, which tells the stage about swipes over it, its picture, and a wish for the slideshow. */
  children(tell: Telling): ReactNode
}

/** What a viewer tells its stage. */
export type Telling = Required<Pick<ViewerProps, 'onSwipe' | 'onPicture' | 'onSlideshow'>>

export const NO_TURNING: Turning = { previous: null, next: null, files: [], show: () => undefined }

const NO_KEYS: readonly FileKey[] = []

export const Stage = observer(function Stage(props: StageProps) {
  const { turning = NO_TURNING, seeks = false, keys = NO_KEYS, onClose, findReturn } = props
  const { name, item, aside, isDialog = false, isAlert = false, children } = props
  const { previous, next } = turning
  const show = (item: Item | null) => {
    if (item) turning.show(item)
  }
  useStageKeys({ seeks, keys, onClose, onNext: () => show(next), onPrevious: () => show(previous) })
  const element = useStageFocus(findReturn)
  const slideshow = useSlideshow(item, turning)
  const { isIdle } = useIdle(element, slideshow.isPlaying)
  const handleSwipe = (swipe: Swipe) => {
    if (swipe === 'close') (slideshow.isOn ? slideshow.end : onClose)()
    else if (swipe === 'next') show(next)
    else if (swipe === 'previous') show(previous)
  }
  const Place = isDialog ? 'section' : 'main'
  return (
    <Place
      ref={element}
      className={`stage ${aside ? 'with-info' : ''} ${slideshow.isOn ? classesOf(slideshow, isIdle) : ''}`}
      tabIndex={-1}
      aria-label={name}
      {...(isDialog ? { role: 'dialog', 'aria-modal': true } : {})}
    >
      <StageBar {...props} />
      <div className="shot on-stage" role={isAlert ? 'alert' : undefined}>
        <SlideBefore {...slideshow} />
        {children({
          onSwipe: handleSwipe,
          onPicture: slideshow.notePicture,
          onSlideshow: slideshow.isPossible ? slideshow.start : null,
        })}
        <TurnButtons {...turning} />
        {slideshow.isOn ? <SlideshowBar slideshow={slideshow} /> : null}
      </div>
      {aside}
    </Place>
  )
})

/**
 * The element that has the focus while the stage is open. Afterwards the result of `findReturn` gets it. Full screen
 * ends as well.
 */
function useStageFocus(findReturn: StageProps['findReturn']): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  const giveBack = useRef(findReturn)
  useEffect(() => {
    giveBack.current = findReturn
  })
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      requestAnimationFrame(() => giveBack.current()?.focus())
    },
    [],
  )
  return element
}

const classesOf = ({ isWaiting }: Slideshow, isIdle: boolean): string =>
  `is-slideshow ${isIdle ? 'is-idle' : ''} ${isWaiting ? 'is-waiting' : ''}`

/** The picture before, as long as it fades out. */
function SlideBefore({ isOn, before }: Slideshow) {
  if (!isOn || before === null) return null
  return (
    <div key={before} className="slide-before" aria-hidden="true">
      <img src={before} alt="" />
    </div>
  )
}

function StageBar({ name, facts = '', tools, isDialog = false, closeLabel, onClose }: StageProps) {
  const { t } = useTexts()
  const Heading = isDialog ? 'h2' : 'h1'
  return (
    <div className="bar on-stage">
      <RootClass name="has-stage" />
      <IconButton
        icon={ArrowLeft}
        className="flip"
        label={`${closeLabel ?? t('preview.back')} (Esc)`}
        onClick={onClose}
      />
      <div className="title">
        <Heading className="strong" aria-label={name}>
          <FileName name={name} isDir={false} />
        </Heading>
        {facts === '' ? null : <div className="small faint num cut">{facts}</div>}
      </div>
      <span className="push" />
      {tools}
    </div>
  )
}

function TurnButtons({ previous, next, show }: Turning) {
  const { t } = useTexts()
  return (
    <>
      {previous ? (
        <IconButton
          icon={ChevronLeft}
          className="nav prev flip"
          label={`${t('preview.previous')}: ${previous.name}`}
          onClick={() => show(previous)}
        />
      ) : null}
      {next ? (
        <IconButton
          icon={ChevronRight}
          className="nav next flip"
          label={`${t('preview.next')}: ${next.name}`}
          onClick={() => show(next)}
        />
      ) : null}
    </>
  )
}
