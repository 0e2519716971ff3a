import { observer } from 'mobx-react-lite'
import { useLocation, useNavigate } from 'react-router-dom'
import { offered, perform } from '../../actions/action.ts'
import { CHANGED_COMMANDS, forgetAllOpened, OPENED_COMMANDS } from '../../actions/places.ts'
import { Empty } from '../../components/Empty.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { changedOf, openedOf } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PlacePanel } from './PlacePanel.tsx'

const LISTS = {
  opened: { listOf: openedOf, commands: OPENED_COMMANDS, url: '/recent' },
  changed: { listOf: changedOf, commands: CHANGED_COMMANDS, url: '/recent/changed' },
} as const

/** The places that the person opened last, or those that anybody changed last. The address says which. */
export const RecentScene = observer(function RecentScene() {
  const root = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const shown = pathname.startsWith(LISTS.changed.url) ? 'changed' : 'opened'
  const { listOf, commands } = LISTS[shown]
  return (
    <PlacePanel
      key={shown}
      title={t('recent.title')}
      list={listOf(root)}
      commands={commands}
      whenLabel={t(`recent.${shown}`)}
      empty={<Empty art="nest" title={t(`recent.${shown}Empty`)} lead={t(`recent.${shown}EmptyLead`)} />}
      tools={<Tools shown={shown} />}
    />
  )
})

/** Tabs for the two lists, and a button that clears the first one. */
const Tools = observer(function Tools({ shown }: { shown: keyof typeof LISTS }) {
  const root = useRoot()
  const { t } = useTexts()
  const navigate = useNavigate()
  return (
    <>
      {offered(root, shown === 'opened' ? [forgetAllOpened] : []).map((action) => (
        <IconButton
          key={action.id}
          icon={action.icon}
          label={t(action.label)}
          onClick={() => void perform(root, action)}
        />
      ))}
      <Segmented
        label={t('recent.which')}
        value={shown}
        choices={[
          { value: 'opened', label: t('recent.opened') },
          { value: 'changed', label: t('recent.changed') },
        ]}
        onChoose={(value) => void navigate(LISTS[value].url, { replace: true })}
      />
    </>
  )
})
