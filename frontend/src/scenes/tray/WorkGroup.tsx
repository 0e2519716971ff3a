import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { WorkRow } from './WorkRow.tsx'

/** A list of hundreds helps nobody. */
const OVER_SHOWN = 6

/** Copies, moves and other changes: first those to be read, then running ones, then finished ones. */
export const WorkGroup = observer(function WorkGroup() {
  const { tray } = useRoot()
  const { t } = useTexts()
  const id = useId()
  const { shown, running } = tray
  if (shown.length === 0) return null
  const failed = shown.filter(({ state }) => state === 'failed')
  const over = shown.filter(({ state }) => state === 'done' || state === 'undone')
  return (
    <>
      <h3>
        <span id={id}>{t('work.changes')}</span>
      </h3>
      <ul aria-labelledby={id}>
        {[...failed, ...running, ...over.slice(0, OVER_SHOWN)].map((work) => (
          <WorkRow key={work.id} work={work} />
        ))}
      </ul>
    </>
  )
})
