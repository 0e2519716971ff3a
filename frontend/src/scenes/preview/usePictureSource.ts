import { useEffect, useState } from 'react'
import type { PictureSources } from '../../stores/ThumbStore.ts'

/**
 * What of a picture is shown: the small one at once, then one as large as the screen, and all of it once somebody looks
 * closer. A larger one takes the smaller one's place when it is there whole. `broken`: none of them can be shown.
 */
export function usePictureSource({ thumb, big, original }: PictureSources, isZoomed: boolean) {
  const [shown, setShown] = useState(thumb)
  const [failed, setFailed] = useState<readonly string[]>([])
  const fails = (url: string) => failed.includes(url)
  const fitted = big !== null && !fails(big) ? big : original
  const wanted = isZoomed && !fails(original) ? original : fitted
  const isDone = shown === original || shown === wanted || fails(wanted)

  useEffect(() => {
    if (isDone) return
    const picture = new Image()
    picture.addEventListener('load', () => setShown(wanted))
    picture.addEventListener('error', () => setFailed((before) => [...before, wanted]))
    picture.src = wanted
    return () => {
      // What nobody waits for any more is not fetched.
      if (!picture.complete) picture.removeAttribute('src')
    }
  }, [isDone, wanted])

  const isWhole = shown !== null && shown !== thumb
  const state: 'loading' | 'ready' | 'broken' = isWhole ? 'ready' : fails(wanted) ? 'broken' : 'loading'
  return { src: shown, state, dropThumb: () => setShown((now) => (now === thumb ? null : now)) }
}
