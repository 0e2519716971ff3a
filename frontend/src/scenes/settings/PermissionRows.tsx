// A person's permissions: a switch for each.
import { observer } from 'mobx-react-lite'
import type { Permission, Permissions } from '../../../../backend/contract/permissions.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { withPermission } from '../../lib/permissions.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SwitchRow } from './SwitchRow.tsx'

const ORDER: readonly Permission[] = [
  'admin',
  'create',
  'rename',
  'modify',
  'delete',
  'download',
  'share',
  'execute',
  'importTorrents',
  'importYouTube',
  'calendar',
]

export interface PermissionRowsProps {
  perm: Permissions
  onChange(perm: Permissions): void
}

export const PermissionRows = observer(function PermissionRows({ perm, onChange }: PermissionRowsProps) {
  const { settings } = useRoot()
  const { t } = useTexts()
  return (
    <div className="set-rows compact">
      {ORDER.filter((name) => name !== 'execute' || settings.EnableExec).map((name) => (
        <SwitchRow
          key={name}
          title={t(`permission.${name}`)}
          description={t(`permission.${name}Lead`)}
          isOn={perm[name]}
          isDisabled={perm.admin && name !== 'admin'}
          onChange={(isOn) => onChange(withPermission(perm, name, isOn))}
        />
      ))}
    </div>
  )
})
