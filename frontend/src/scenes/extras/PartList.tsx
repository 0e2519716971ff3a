import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { FileName } from '../../components/FileName.tsx'
import { Thumb } from '../../components/Thumb.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { partUrl, type TileMapProps } from './TileMap.tsx'

/** The parts of a folder as a list, the largest first, each with its share. */
export function PartList({ folder, parts, whole }: TileMapProps & { whole: number }) {
  const { t } = useTexts()
  const format = useFormat()
  return (
    <section aria-label={t('extras.map.parts')}>
      <h2>{t('extras.map.parts')}</h2>
      <ul className="map-parts">
        {parts.map((part) => (
          <li key={`${part.name}/${part.isDir}`}>
            <Link to={partUrl(folder, part)} className="map-part">
              <Thumb kind={kindOfName(part.name, part.isDir)} />
              <span className="names">
                <FileName name={part.name} isDir={part.isDir} />
                {part.isDir ? (
                  <span className="small faint">{t('extras.map.files', { count: part.files })}</span>
                ) : null}
              </span>
              <span
                className="share"
                style={{ '--v': `${(100 * part.size) / whole}%` } as CSSProperties}
                aria-hidden="true"
              >
                <i />
              </span>
              <span className="part-size">{format.size(part.size)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
