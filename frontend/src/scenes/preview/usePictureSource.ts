import { useEffect, useState } from 'react'
import { fetchPicture, type SizedPicture } from '../../lib/pictures.ts'
import type { PictureSources } from '../../stores/ThumbStore.ts'

/**
 * Which version of a picture is shown: first the small one, then one as large as the screen, and the original when
 * zoomed. A larger one replaces the smaller one once it is fully loaded. `broken`: none of them can be shown.
 */
export function usePictureSource({ thumb, big, original }: PictureSources, isZoomed: boolean) {
  const [shown, setShown] = useState(thumb === null ? null : { of: thumb, url: thumb })
  const [failed, setFailed] = useState<readonly string[]>([])
  const fails = (url: string) => failed.includes(url)
  const whole: SizedPicture = { src: original }
  const fitted = big !== null && !fails(big.src) ? big : whole
  const { src, srcSet, sizes } = isZoomed && !fails(original) ? whole : fitted
  const isDone = shown?.of === original || shown?.of === src || fails(src)

  useEffect(() => {
    if (isDone) return
    const picture = fetchPicture({ src, ...(srcSet && { srcSet }), ...(sizes && { sizes }) })
    // The one that the browser chose among several widths.
    picture.addEventListener('load', () => setShown({ of: src, url: picture.currentSrc }))
    picture.addEventListener('error', () => setFailed((before) => [...before, src]))
    return () => {
      // A picture that is no longer needed is not fetched.
      if (picture.complete) return
      picture.removeAttribute('srcset')
      picture.removeAttribute('src')
    }
  }, [isDone, src, srcSet, sizes])

  const isWhole = shown !== null && shown.of !== thumb
  const state: 'loading' | 'ready' | 'broken' = isWhole ? 'ready' : fails(src) ? 'broken' : 'loading'
  return {
    src: shown?.url ?? null,
    state,
    dropThumb: () => setShown((now) => (now?.of === thumb ? null : now)),
    /** Tries the failed sources again. */
    retry: () => setFailed([]),
  }
}
