// A card for each extra, and what Nido is.
import {
  Activity,
  CalendarHeart,
  ChartPie,
  CopyCheck,
  HardDrive,
  History,
  Hourglass,
  Keyboard,
  type LucideIcon,
  Trash2,
  Users,
} from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { perform } from '../../actions/action.ts'
import { showHelp } from '../../actions/showHelp.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { About } from './About.tsx'
import { EXTRAS } from './urls.ts'

interface Words {
  t: ReturnType<typeof useTexts>['t']
  format: ReturnType<typeof useFormat>
}

interface Extra {
  icon: LucideIcon
  title: TranslationKey
  lead: TranslationKey
  url: string
  /** What is known of it now, in place of the lead; null for nothing. */
  news?(root: RootStore): ((words: Words) => string) | null
  /** People who may not open it see no card. */
  isAllowed?(root: RootStore): boolean
}

const SPACE: readonly Extra[] = [
  { icon: ChartPie, title: 'extras.map.title', lead: 'extras.map.lead', url: EXTRAS.map },
  { icon: HardDrive, title: 'extras.largest.title', lead: 'extras.largest.lead', url: EXTRAS.largest },
  { icon: Hourglass, title: 'extras.oldest.title', lead: 'extras.oldest.lead', url: EXTRAS.oldest },
  {
    icon: CopyCheck,
    title: 'extras.duplicates.title',
    lead: 'extras.duplicates.lead',
    url: EXTRAS.duplicates,
    isAllowed: ({ session }) => session.can('download'),
  },
  {
    icon: Trash2,
    title: 'trash.title',
    lead: 'extras.trashLead',
    url: '/trash',
    news({ usage: { usage } }) {
      const { history } = usage ?? {}
      return history === undefined ? null : ({ t, format }) => t('trash.takes', { size: format.size(history) })
    },
    isAllowed: ({ keepsVersions }) => keepsVersions,
  },
]

const HOUSE: readonly Extra[] = [
  { icon: Users, title: 'extras.activity.title', lead: 'extras.activity.lead', url: EXTRAS.activity },
  {
    icon: CalendarHeart,
    title: 'extras.day.title',
    lead: 'extras.day.lead',
    url: EXTRAS.day,
    isAllowed: ({ session }) => session.can('download'),
  },
  { icon: History, title: 'extras.changes.title', lead: 'extras.changes.lead', url: '/recent/changed' },
  {
    icon: Activity,
    title: 'extras.status.title',
    lead: 'extras.status.lead',
    url: '/settings/status',
    isAllowed: ({ session }) => session.can('admin'),
  },
]

export const ExtrasHome = observer(function ExtrasHome() {
  const root = useRoot()
  const { t } = useTexts()
  useScreen({ title: t('extras.title') })
  return (
    <main className="panel" id="main">
      <div className="panel-head">
        <h1>{t('extras.title')}</h1>
      </div>
      <div className="panel-body extras">
        <Cards heading={t('extras.space')} extras={SPACE} />
        <Cards heading={t('extras.house')} extras={HOUSE}>
          <button type="button" className="extra-card" onClick={() => void perform(root, showHelp)}>
            <CardFace icon={Keyboard} title={t('extras.keys.title')} lead={t('extras.keys.lead')} />
          </button>
        </Cards>
        <About />
      </div>
    </main>
  )
})

interface CardsProps {
  heading: string
  extras: readonly Extra[]
  /** More cards. */
  children?: ReactNode
}

const Cards = observer(function Cards({ heading, extras, children }: CardsProps) {
  const root = useRoot()
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <div className="extra-cards">
        {extras
          .filter(({ isAllowed }) => isAllowed?.(root) ?? true)
          .map((extra) => (
            <Card key={extra.url} {...extra} />
          ))}
        {children}
      </div>
    </section>
  )
})

const Card = observer(function Card({ icon, title, lead, url, news }: Extra) {
  const root = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  return (
    <Link className="extra-card" to={url}>
      <CardFace icon={icon} title={t(title)} lead={news?.(root)?.({ t, format }) ?? t(lead)} />
    </Link>
  )
})

function CardFace({ icon: Icon, title, lead }: { icon: LucideIcon; title: string; lead: string }) {
  return (
    <>
      <span className="extra-icon">
        <Icon className="icon" aria-hidden="true" />
      </span>
      <span className="extra-words">
        <b>{title}</b>
        <span className="small faint">{lead}</span>
      </span>
    </>
  )
}
