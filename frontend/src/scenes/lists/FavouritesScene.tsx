import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { FAVOURITES_COMMANDS } from '../../actions/places.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { favouritesOf } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PlacePanel } from './PlacePanel.tsx'

/** The person's favourite files and folders. */
export const FavouritesScene = observer(function FavouritesScene() {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <PlacePanel
      title={t('favourites.title')}
      list={favouritesOf(root)}
      commands={FAVOURITES_COMMANDS}
      whenLabel={t('favourites.when')}
      empty={
        <Empty art="nest" title={t('favourites.empty')} lead={t('favourites.emptyLead')}>
          <Link className="button primary" to="/files/">
            {t('frame.myFiles')}
          </Link>
        </Empty>
      }
    />
  )
})
