import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { ImportKind } from '../../../../backend/contract/import-kinds.ts'
import type { ImportHistoryItem } from '../../../../backend/contract/imports.ts'
import type { ImportHistory } from '../../api/imports.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { Latest } from '../../stores/Latest.ts'
import { useRoot } from '../../stores/useRoot.ts'

export interface HistoryFoldProps {
  kinds: readonly ImportKind[]
  form: ImportForm
}

/** What the person has imported before, fetched when it is unfolded. */
export const HistoryFold = observer(function HistoryFold({ kinds, form }: HistoryFoldProps) {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const [history] = useState(() => new Latest<ImportHistory>())
  const items = history.value?.items ?? null
  const load = async (fetch: () => Promise<ImportHistory>) => {
    await history.load(fetch)
    if (history.error !== null) root.toasts.error(history.error)
  }
  const clear = async (): Promise<ImportHistory> => {
    await imports.calls.clearHistory()
    return { items: [] }
  }
  const shown = (items ?? []).filter(({ kind }) => kinds.includes(kind))
  return (
    <details
      className="history"
      onToggle={({ currentTarget }) => currentTarget.open && void load(imports.calls.history)}
    >
      <summary>{t('imports.history')}</summary>
      {items !== null && shown.length === 0 ? <p className="small muted">{t('imports.noHistory')}</p> : null}
      <ul>
        {shown.map((item) => (
          <HistoryLine key={`${item.link} ${item.ended}`} item={item} form={form} />
        ))}
      </ul>
      {shown.length === 0 ? null : (
        <button type="button" className="button link" onClick={() => void load(clear)}>
          {t('imports.clearHistory')}
        </button>
      )}
    </details>
  )
})

function HistoryLine({ item, form }: { item: ImportHistoryItem; form: ImportForm }) {
  const { t } = useTexts()
  const { date } = useFormat()
  const { kind, name, link, ended } = item
  // A torrent file is not kept.
  const canRepeat = kind !== 'torrent' || link.startsWith('magnet:')
  return (
    <li>
      <span className="cut" dir="auto" title={link}>
        {name}
      </span>
      <span className="small faint num">{date(ended)}</span>
      {canRepeat ? (
        <button
          type="button"
          className="button link"
          aria-label={t('imports.againOf', { name })}
          onClick={() => void form.startText(link, true)}
        >
          {t('imports.again')}
        </button>
      ) : null}
    </li>
  )
}
