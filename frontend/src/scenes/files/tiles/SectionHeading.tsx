import { observer } from 'mobx-react-lite'
import { useTexts } from '../../../i18n/useTexts.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Section } from '../../../lib/group-items.ts'
import type { Kind } from '../../../lib/kinds.ts'
import { useRoot } from '../../../stores/useRoot.ts'

/** What the items below have in common, and their number. */
export const SectionHeading = observer(function SectionHeading({ section }: { section: Section | undefined }) {
  const words = useSectionWords()
  const { t } = useTexts()
  if (section === undefined) return null
  return (
    <>
      <h2>{words(section.key)}</h2>
      <span className="small faint num">{t('view.items', { count: section.count })}</span>
    </>
  )
})

const PERIODS = ['today', 'yesterday', 'week', 'undated'] as const

/** The texts for what a section has in common. Call it inside an observer. */
function useSectionWords(): (key: string) => string {
  const { views } = useRoot()
  const { t, language } = useTranslation()
  return (key) => {
    if (key === 'folder') return t('view.kinds.folder')
    if (views.group === 'kind') return t(`view.kinds.${key as Kind}`)
    if (views.group === 'letter') return key === '0' ? '0–9' : key
    const period = PERIODS.find((each) => each === key)
    if (period !== undefined) return t(`view.periods.${period}`)
    const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(new Date(`${key}-15`))
    return month.charAt(0).toLocaleUpperCase(language) + month.slice(1)
  }
}
