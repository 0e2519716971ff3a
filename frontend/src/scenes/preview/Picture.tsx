// A picture on the stage: fitted, zoomed by wheel, pinch, double click and keys, moved by dragging.
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Resolution } from '../../../../backend/contract/resources.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { FITTED, panBy, type Swipe, swipeOf, type View, zoomAt } from '../../lib/pan-zoom.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import type { PictureSources } from '../../stores/ThumbStore.ts'
import { StageCard } from './StageCard.tsx'
import { usePictureSource } from './usePictureSource.ts'

const STEP = 1.5
const DOUBLE_CLICK_SCALE = 3

export interface PictureProps {
  sources: PictureSources
  /** Pixels of the picture itself, where they are known: the room that all its sizes take. */
  resolution: Resolution | undefined
  name: string
  onSwipe(swipe: Swipe): void
}

export function Picture({ sources, resolution, name, onSwipe }: PictureProps) {
  const { t } = useTexts()
  const [view, setView] = useState<View>(FITTED)
  const { src, state, dropThumb } = usePictureSource(sources, view.scale > 1)
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const way = useRef({ x: 0, y: 0, most: 0 })

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const pan = (by: { x: number; y: number }) =>
    setView((now) => panBy(now, by, shownSize(picture.current), sizeOf(stage.current)))
  const zoom = (factor: number, at = { x: 0, y: 0 }) => setView((now) => zoomAt(now, factor, at))

  useEffect(() => {
    const element = stage.current
    // React listens to the wheel passively, so the page would scroll along.
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), fromMiddle(event))
    }
    element?.addEventListener('wheel', handleWheel, { passive: false })
    return () => element?.removeEventListener('wheel', handleWheel)
    // These read refs and set state only, so the first ones do.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [])

  useKeyLayer({
    layer: 'stage',
    handle(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      if (event.key === '+' || event.key === '=') zoom(STEP)
      else if (event.key === '-') zoom(1 / STEP)
      else if (event.key === '0') setView(FITTED)
      else return false
      return true
    },
  })

  const handlePointerDown = (event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, fromMiddle(event))
    way.current = { x: 0, y: 0, most: Math.max(way.current.most, fingers.current.size) }
  }
  const handlePointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const by = { x: now.x - before.x, y: now.y - before.y }
    if (other)
      zoom(distance(now, other) / distance(before, other), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    else if (view.scale > 1) pan(by)
    else way.current = { ...way.current, x: way.current.x + by.x, y: way.current.y + by.y }
  }
  const handlePointerUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return
    if (view.scale === 1 && way.current.most === 1 && event.pointerType !== 'mouse')
      onSwipe(swipeOf(way.current, document.documentElement.dir === 'rtl'))
    way.current = { x: 0, y: 0, most: 0 }
  }

  if (state === 'broken')
    return <StageCard kind="image" title={t('preview.brokenPicture')} text={t('preview.downloadInstead')} />
  return (
    <div
      ref={stage}
      className={`canvas ${view.scale > 1 ? 'is-zoomed' : ''}`}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onDoubleClick={(event) =>
        setView((now) => (now.scale > 1 ? FITTED : zoomAt(now, DOUBLE_CLICK_SCALE, fromMiddle(event))))
      }
    >
      {src === null ? null : (
        <img
          ref={picture}
          src={src}
          alt={name}
          width={resolution?.width}
          height={resolution?.height}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onError={dropThumb}
        />
      )}
      {state === 'loading' && src === null ? (
        <span className="stage-wait" role="status">
          {t('preview.loading')}
        </span>
      ) : null}
      <div className="zoom-keys" role="group" aria-label={t('preview.zoom', { percent: Math.round(view.scale * 100) })}>
        <IconButton
          icon={ZoomOut}
          label={`${t('preview.zoomOut')} (−)`}
          disabled={view.scale === 1}
          onClick={() => zoom(1 / STEP)}
        />
        <IconButton
          icon={Maximize}
          label={`${t('preview.fit')} (0)`}
          disabled={view.scale === 1}
          onClick={() => setView(FITTED)}
        />
        <IconButton icon={ZoomIn} label={`${t('preview.zoomIn')} (+)`} onClick={() => zoom(STEP)} />
      </div>
    </div>
  )
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
const sizeOf = (element: HTMLElement | null) => ({
  width: element?.offsetWidth ?? 0,
  height: element?.offsetHeight ?? 0,
})

/** Pixels that a picture fills of its room on the stage: it keeps its shape in it. */
function shownSize(image: HTMLImageElement | null): { width: number; height: number } {
  const { width, height } = sizeOf(image)
  if (!image || image.naturalWidth === 0) return { width, height }
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight)
  return { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
}
