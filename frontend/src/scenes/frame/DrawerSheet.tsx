import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { observer } from 'mobx-react-lite'
import { Mark } from '../../components/Mark.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Places } from './Places.tsx'

/** The places on a phone, once the drawer was opened. */
export const DrawerSheet = observer(function DrawerSheet() {
  const { ui, settings } = useRoot()
  const { t } = useTexts()
  return (
    <BaseDialog.Root open={ui.isDrawerOpen} onOpenChange={(isOpen) => ui.setDrawerOpen(isOpen)}>
      <BaseDialog.Portal>
        <RootClass name="has-scrim" />
        <BaseDialog.Backdrop className="scrim drawer-veil" />
        <BaseDialog.Popup className="sidebar is-open" aria-label={t('frame.places')}>
          <div className="line drawer-brand">
            <Mark logo={settings.LogoURL} />
            <span>{settings.Name}</span>
          </div>
          <Places onLeave={() => ui.setDrawerOpen(false)} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
})
