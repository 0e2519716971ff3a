import { useTexts } from '../../i18n/useTexts.ts'
import type { Work } from '../../stores/operations/Work.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { TraySection } from './TrayList.tsx'
import { WorkRow } from './WorkRow.tsx'

/**
 * Copies, moves and the like: first the failed ones, then the running ones, then the finished ones. Call it inside an
 * observer.
 */
export function useWorkSections(): TraySection[] {
  const { tray } = useRoot()
  const { t } = useTexts()
  const { shown, running } = tray
  const failed = shown.filter(({ state }) => state === 'failed')
  const over = shown.filter(({ state }) => state === 'done' || state === 'undone')
  const section = (key: string, works: readonly Work[], isTall: boolean): TraySection[] =>
    works.length === 0
      ? []
      : [
          {
            key,
            title: t(isTall ? 'work.changes' : 'upload.done'),
            isTall,
            count: works.length,
            renderRow: (place) => {
              const work = works[place.index]
              return work === undefined ? null : <WorkRow key={work.id} work={work} isTall={isTall} {...place} />
            },
          },
        ]
  return [...section('changes', [...failed, ...running], true), ...section('changed', over, false)]
}
