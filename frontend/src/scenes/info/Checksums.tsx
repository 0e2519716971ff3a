import { Copy } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ChecksumAlgorithm, Item } from '../../../../backend/contract/resources.ts'
import { CHECKSUM_ALGORITHMS } from '../../../../backend/contract/resource-kinds.ts'
import { tellCopied } from '../../actions/tellCopied.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { infoOf } from '../../stores/InfoStore.ts'

const NAMES: Record<ChecksumAlgorithm, string> = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }

/** Each is computed on request, because the server reads the whole file. */
export const Checksums = observer(function Checksums({ item }: { item: Item }) {
  const info = infoOf(useRoot())
  const { t } = useTexts()
  const asked = CHECKSUM_ALGORITHMS.filter((algorithm) => info.checksum(item, algorithm) !== undefined)
  const open = CHECKSUM_ALGORITHMS.filter((algorithm) => !asked.includes(algorithm))
  return (
    <section>
      <h3>{t('preview.info.checksums')}</h3>
      <dl className="facts">
        {asked.map((algorithm) => (
          <Checksum key={algorithm} item={item} algorithm={algorithm} />
        ))}
      </dl>
      <div className="compute">
        {open.map((algorithm) => (
          <button
            key={algorithm}
            type="button"
            className="button link small"
            onClick={() => void info.compute(item, algorithm)}
          >
            <span className="label">{t('preview.info.compute', { name: NAMES[algorithm] })}</span>
          </button>
        ))}
      </div>
    </section>
  )
})

const Checksum = observer(function Checksum({ item, algorithm }: { item: Item; algorithm: ChecksumAlgorithm }) {
  const root = useRoot()
  const { t } = useTexts()
  const name = NAMES[algorithm]
  const checksum = infoOf(root).checksum(item, algorithm)
  const handleCopy = (hex: string) => tellCopied(root, copyText(hex), { key: 'preview.info.copied', values: { name } })
  return (
    <>
      <dt>{name}</dt>
      <dd className="line">
        {checksum?.state === 'ready' ? (
          <>
            <span className="hash cut" title={checksum.hex}>
              {checksum.hex}
            </span>
            <span className="push" />
            <IconButton
              icon={Copy}
              isSmall
              label={t('preview.info.copyChecksum', { name })}
              onClick={() => void handleCopy(checksum.hex)}
            />
          </>
        ) : (
          <span className="faint">{t('preview.info.computing', { name })}</span>
        )}
      </dd>
    </>
  )
})
