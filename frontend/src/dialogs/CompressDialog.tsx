import { FileArchive } from 'lucide-react'
import { freeName } from '../../../backend/contract/numbered-names.ts'
import { compressItems } from '../actions/compressItems.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { nameOf, parentOf } from '../lib/paths.ts'
import { useRoot } from '../stores/useRoot.ts'
import type { DialogComponentProps } from './index.tsx'
import { NameDialog } from './NameDialog.tsx'

const ENDINGS = /\.(zip|tar\.gz)$/i

/** Asks for the name of an archive. Its extension decides the format; without one it is a zip. */
export function CompressDialog({ items, close }: DialogComponentProps<'compress'>) {
  const root = useRoot()
  const { t } = useTexts()
  const isTaken = (name: string) => root.listing.find(name) !== undefined
  const [first] = items
  const stem = items.length === 1 ? (first?.name ?? '') : nameOf(parentOf(first?.path ?? '/')) || t('listing.home')
  const initial = freeName(`${stem}.zip`, isTaken)
  return (
    <NameDialog
      title={t('dialog.compress.title', { count: items.length, name: first?.name ?? '' })}
      icon={FileArchive}
      label={t('dialog.nameLabel')}
      verb={t('dialog.compress.verb')}
      initial={initial}
      selected={initial.length - '.zip'.length}
      isOffer
      hint={t('dialog.compress.hint')}
      isTaken={isTaken}
      work={async (name) => {
        void compressItems(root, items, ENDINGS.test(name) ? name : `${name}.zip`)
        close(true)
      }}
      onClose={() => close(null)}
    />
  )
}
