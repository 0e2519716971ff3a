import { observer } from 'mobx-react-lite'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router-dom'
import { SETTINGS_KEYS } from '../../actions/later-menus.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import type { SettingsPlace } from './places.ts'

/** One screen of a place, with its title. Only for people who may open the place. */
export const SettingsScreen = observer(function SettingsScreen({
  place,
  Screen,
}: {
  place: SettingsPlace
  Screen: ComponentType
}) {
  const root = useRoot()
  const { t } = useTexts()
  useScreen({ title: t(place.title), keys: SETTINGS_KEYS })
  return place.isAllowed(root) ? <Screen /> : <Navigate to="/403" replace />
})
