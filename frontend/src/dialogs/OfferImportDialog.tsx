import { useRef } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { nameOf } from '../lib/paths.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** How many names are listed; the others are counted. */
const SHOWN = 5

/** Asks what to do with torrent files or links that somebody has brought to a folder. */
export function OfferImportDialog({
  kind,
  names,
  folder,
  areFiles = kind === 'torrents',
  close,
}: DialogComponentProps<'offerImport'>) {
  const { t } = useTexts()
  const main = useRef<HTMLButtonElement>(null)
  const place = folder === '/' ? t('listing.home') : nameOf(folder)
  return (
    <Dialog
      title={t(`imports.offer.${kind}`, { count: names.length })}
      description={t('imports.offer.lead', { folder: place })}
      initialFocus={main}
      onClose={() => close(null)}
      footer={
        <>
          {areFiles ? (
            <button type="button" className="button" onClick={() => close('upload')}>
              {t('imports.offer.upload')}
            </button>
          ) : null}
          <span className="push" />
          <button type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button ref={main} type="button" className="button primary" onClick={() => close('import')}>
            {t('imports.import')}
          </button>
        </>
      }
    >
      <Names names={names} />
    </Dialog>
  )
}

function Names({ names }: { names: readonly string[] }) {
  const { t } = useTexts()
  return (
    <ul className="offer-names">
      {names.slice(0, SHOWN).map((name) => (
        <li key={name} className="cut" dir="auto" title={name}>
          {name}
        </li>
      ))}
      {names.length > SHOWN ? (
        <li className="faint">{t('imports.offer.more', { count: names.length - SHOWN })}</li>
      ) : null}
    </ul>
  )
}
