import { Download } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type RefObject, useRef, useState } from 'react'
import { ARCHIVE_ENDINGS, type ArchiveFormat, OFFERED_FORMATS } from '../../../backend/contract/archives.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** Asks for the archive format of a folder or of several items. */
export const DownloadDialog = observer(function DownloadDialog({ items, close }: DialogComponentProps<'download'>) {
  const { ui } = useRoot()
  const { t } = useTexts()
  const { size } = useFormat()
  const [format, setFormat] = useState(ui.archiveFormat)
  const chosen = useRef<HTMLInputElement>(null)
  // The size of a folder's content is not known here.
  const isSizeKnown = items.every(({ isDir }) => !isDir)
  const total = items.reduce((sum, item) => sum + item.size, 0)
  return (
    <Dialog
      title={t('dialog.download.title', { count: items.length, name: items[0]?.name ?? '' })}
      description={isSizeKnown ? t('dialog.download.size', { size: size(total) }) : t('dialog.download.sizeUnknown')}
      width={400}
      initialFocus={chosen}
      onClose={() => close(null)}
      onSubmit={() => close(format)}
      footer={
        <>
          <button type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button primary">
            <Download className="icon" aria-hidden="true" />
            <span className="label">{t('action.download')}</span>
          </button>
        </>
      }
    >
      <FormatChoice format={format} chosenRef={chosen} onChange={setFormat} />
      <p className="small faint">{t('dialog.download.hint')}</p>
    </Dialog>
  )
})

interface FormatChoiceProps {
  format: ArchiveFormat
  /** The input of the chosen format. */
  chosenRef: RefObject<HTMLInputElement | null>
  onChange(format: ArchiveFormat): void
}

function FormatChoice({ format, chosenRef, onChange }: FormatChoiceProps) {
  const { t } = useTexts()
  return (
    <fieldset className="formats" aria-label={t('dialog.download.format')}>
      {OFFERED_FORMATS.map((offered) => (
        <label key={offered} className="chip">
          <input
            ref={offered === format ? chosenRef : undefined}
            type="radio"
            name="format"
            value={offered}
            checked={offered === format}
            onChange={() => onChange(offered)}
          />
          {ARCHIVE_ENDINGS[offered].slice(1)}
        </label>
      ))}
    </fieldset>
  )
}
