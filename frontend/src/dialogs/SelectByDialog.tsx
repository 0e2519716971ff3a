import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { Item } from '../../../backend/contract/resources.ts'
import { Field } from '../components/Field.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { KINDS, type Kind, kindOf } from '../lib/kinds.ts'
import { namePattern } from '../lib/name-pattern.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/**
 * The items whose names match the pattern, if there is one, and whose kind is among the chosen ones, if there are any.
 * None without both.
 */
function findBy(items: readonly Item[], pattern: string, kinds: ReadonlySet<Kind>): Item[] {
  const hasPattern = pattern.trim() !== ''
  if (!hasPattern && kinds.size === 0) return []
  const isNamed = hasPattern ? namePattern(pattern) : () => true
  return items.filter((item) => isNamed(item.name) && (kinds.size === 0 || kinds.has(kindOf(item))))
}

/** Asks which items of the folder to select: by a pattern of their names, and by kind. */
export const SelectByDialog = observer(function SelectByDialog({ close }: DialogComponentProps<'selectBy'>) {
  const { listing } = useRoot()
  const { t } = useTexts()
  const [pattern, setPattern] = useState('')
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set())
  const field = useRef<HTMLInputElement>(null)
  const found = findBy(listing.sorted, pattern, kinds)
  return (
    <Dialog
      title={t('dialog.selectBy.title')}
      width={460}
      initialFocus={field}
      onClose={() => close(null)}
      onSubmit={() => found.length > 0 && close(found.map(({ name }) => name))}
      footer={
        <>
          <button type="button" className="button plain" onClick={() => close(null)}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={found.length === 0}>
            <span className="label">{t('dialog.selectBy.verb', { count: found.length })}</span>
          </button>
        </>
      }
    >
      <Field
        label={t('dialog.selectBy.pattern')}
        hint={t('dialog.selectBy.hint')}
        value={pattern}
        inputRef={field}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setPattern(target.value)}
      />
      <KindChips chosen={kinds} onChange={setKinds} />
    </Dialog>
  )
})

interface KindChipsProps {
  chosen: ReadonlySet<Kind>
  onChange(chosen: ReadonlySet<Kind>): void
}

/** The kinds of items in the folder. */
const KindChips = observer(function KindChips({ chosen, onChange }: KindChipsProps) {
  const { listing } = useRoot()
  const { t } = useTexts()
  const there = new Set(listing.items.map(kindOf))
  const toggle = (kind: Kind) => {
    const kinds = new Set(chosen)
    if (!kinds.delete(kind)) kinds.add(kind)
    onChange(kinds)
  }
  return (
    <fieldset className="formats" aria-label={t('dialog.selectBy.kinds')}>
      {KINDS.filter((kind) => there.has(kind)).map((kind) => (
        <button key={kind} type="button" className="chip" aria-pressed={chosen.has(kind)} onClick={() => toggle(kind)}>
          {t(`view.kinds.${kind}`)}
        </button>
      ))}
    </fieldset>
  )
})
