import type { CSSProperties } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { KindSum } from '../../stores/StorageMapStore.ts'

const colourOf = (kind: KindSum['kind']): CSSProperties =>
  ({ '--k': kind === 'file' ? 'var(--text-3)' : `var(--kind-${kind})` }) as CSSProperties

/** What each kind of file takes: a bar of their shares, and the same in words. */
export function KindBar({ kinds, whole }: { kinds: readonly KindSum[]; whole: number }) {
  const { t } = useTexts()
  const format = useFormat()
  return (
    <section aria-label={t('extras.map.kinds')}>
      <h2>{t('extras.map.kinds')}</h2>
      <div className="kind-bar" aria-hidden="true">
        {kinds.map(({ kind, size }) => (
          <i key={kind} style={{ ...colourOf(kind), flexGrow: size / whole }} />
        ))}
      </div>
      <ul className="kind-sums">
        {kinds.map(({ kind, size, files }) => (
          <li key={kind}>
            <i className="kind-dot" style={colourOf(kind)} aria-hidden="true" />
            <span>{t(`extras.kind.${kind}`)}</span>
            <span className="small faint">
              {format.size(size)} · {t('extras.map.files', { count: files })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
