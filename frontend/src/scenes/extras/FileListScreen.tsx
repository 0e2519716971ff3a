// The largest files, and those that have not changed for longest.
import { observer } from 'mobx-react-lite'
import { LARGEST_COMMANDS, OLDEST_COMMANDS } from '../../actions/places.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { largestOf, oldestOf } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PlacePanel } from '../lists/PlacePanel.tsx'
import { EXTRAS } from './urls.ts'
import { useExtraCrumbs } from './useExtraCrumbs.ts'

const LISTS = {
  largest: { listOf: largestOf, commands: LARGEST_COMMANDS },
  oldest: { listOf: oldestOf, commands: OLDEST_COMMANDS },
} as const

const FileListScreen = observer(function FileListScreen({ which }: { which: keyof typeof LISTS }) {
  const root = useRoot()
  const { t } = useTexts()
  const { listOf, commands } = LISTS[which]
  const crumbs = useExtraCrumbs(EXTRAS[which], t(`extras.${which}.title`))
  return (
    <PlacePanel
      key={which}
      title={t(`extras.${which}.title`)}
      list={listOf(root)}
      commands={commands}
      whenLabel={t('listing.modified')}
      empty={<Empty art="nest" title={t('extras.empty')} lead={t('extras.emptyLead')} />}
      crumbs={crumbs}
    />
  )
})

export const LargestScreen = () => <FileListScreen which="largest" />
export const OldestScreen = () => <FileListScreen which="oldest" />
