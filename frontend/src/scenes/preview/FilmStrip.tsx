import { useTexts } from '../../i18n/useTexts.ts'
import { Thumb } from '../../components/Thumb.tsx'
import type { ViewerProps } from './viewer.ts'

/** Pictures on either side of the open one. */
const BESIDE = 5

/** The pictures around the open one, for pointers: keys move to the neighbours. Nothing if there is only one. */
export function FilmStrip({ item, source, turning }: Pick<ViewerProps, 'item' | 'source' | 'turning'>) {
  const { t } = useTexts()
  const pictures = turning.files.filter(({ type }) => type === 'image')
  if (pictures.length < 2) return null
  const at = pictures.findIndex(({ path }) => path === item.path)
  return (
    <div className="strip" role="group" aria-label={t('viewer.pictures')}>
      {pictures.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).map((picture) => (
        <button
          key={picture.path}
          type="button"
          tabIndex={-1}
          aria-label={picture.name}
          aria-current={picture.path === item.path}
          onClick={() => turning.show(picture)}
        >
          <Thumb kind="image" src={source.thumbOf(picture)} />
        </button>
      ))}
    </div>
  )
}
