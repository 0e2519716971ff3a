import { useTexts } from '../../i18n/useTexts.ts'
import type { Work } from '../../stores/operations/Work.ts'

/** Describes a change in a few words. Call it inside an observer. */
export function useWorkTitle(): (work: Work) => string {
  const { t } = useTexts()
  return ({ start: { kind, count, name } }) => t(`work.title.${kind}`, { count, name })
}
