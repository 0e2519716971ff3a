import { observer } from 'mobx-react-lite'
import { type ReactNode, useRef, useState } from 'react'
import type { ImportKind } from '../../../../backend/contract/import-kinds.ts'
import type { ImportRecord } from '../../../../backend/contract/imports.ts'
import { messageOf } from '../../api/error-message.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { hasEnded } from '../../lib/import-facts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ImportAnnouncer } from './ImportAnnouncer.tsx'
import { ImportCard } from './ImportCard.tsx'

/** Rows that are shown at first, and with each click on "More". */
const PAGE = 50

export interface ImportCardsProps {
  kinds: readonly ImportKind[]
  /** Its note tells what a command could not do. */
  form: ImportForm
  heading: ReactNode
  /** Shown if there is none. */
  empty: ReactNode
}

/** The imports of some kinds: those under way, then those that have ended. */
export const ImportCards = observer(function ImportCards({ kinds, form, heading, empty }: ImportCardsProps) {
  const imports = importsOf(useRoot())
  const { t } = useTexts()
  const [shown, setShown] = useState(PAGE)
  const list = useRef<HTMLUListElement>(null)
  const items = imports.items.filter(({ kind }) => kinds.includes(kind))
  const showMore = () => {
    setShown(shown + PAGE)
    requestAnimationFrame(() => list.current?.children[shown]?.querySelector('button')?.focus())
  }
  return (
    <section aria-busy={imports.list.value === null && imports.list.error === null}>
      <ListHead items={items} heading={heading} />
      <ListState empty={items.length === 0 ? empty : null} />
      <ul ref={list} className="downloads">
        {items.slice(0, shown).map((record) => (
          <ImportCard key={record.id} record={record} form={form} />
        ))}
      </ul>
      {items.length > shown ? (
        <button type="button" className="button link" onClick={showMore}>
          {t('imports.more', { count: items.length - shown })}
        </button>
      ) : null}
      <ImportAnnouncer kinds={kinds} />
    </section>
  )
})

/** The heading with the number of imports, their speed, and what concerns all of them. */
const ListHead = observer(function ListHead({
  items,
  heading,
}: {
  items: readonly ImportRecord[]
  heading: ReactNode
}) {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const { size } = useFormat()
  const speed = items.reduce((sum, item) => sum + item.speed, 0)
  const isAnyOver = imports.own.some((own) => hasEnded(own) && items.some(({ id }) => id === own.id))
  return (
    <div className="line list-head">
      <h2>{heading}</h2>
      {items.length === 0 ? null : <span className="badge num">{items.length}</span>}
      <span className="push" />
      {speed === 0 ? null : <span className="small faint num">{t('imports.speed', { speed: size(speed) })}</span>}
      {isAnyOver ? (
        <button type="button" className="button plain" onClick={() => void imports.clear()}>
          <span className="label">{t('imports.clear')}</span>
        </button>
      ) : null}
      {root.session.can('admin') ? <EverybodySwitch /> : null}
    </div>
  )
})

const EverybodySwitch = observer(function EverybodySwitch() {
  const imports = importsOf(useRoot())
  const { t } = useTexts()
  return (
    <label className="line small">
      <input
        type="checkbox"
        role="switch"
        aria-checked={imports.isAll}
        className="switch"
        checked={imports.isAll}
        onChange={({ target }) => imports.setAll(target.checked)}
      />
      {t('imports.everybodys')}
    </label>
  )
})

/** While the list is fetched, could not be fetched, or is empty. */
const ListState = observer(function ListState({ empty }: { empty: ReactNode }) {
  const imports = importsOf(useRoot())
  const { t, tell } = useTexts()
  const { value, error } = imports.list
  if (value !== null) return empty
  if (error === null) return <div className="download skeleton" aria-hidden="true" />
  return (
    <div className="notice bad" role="alert">
      <p>{tell(messageOf(error))}</p>
      <button type="button" className="button push" onClick={() => void imports.refresh()}>
        {t('action.retry')}
      </button>
    </div>
  )
})
