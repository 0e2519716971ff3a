import type { Permissions } from '../../../../backend/contract/permissions.ts'
import { PERMISSIONS } from '../../../../backend/contract/permission-names.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** A person's permissions, in one line. */
export function usePermissionWords() {
  const { t } = useTexts()
  const format = useFormat()
  return (perm: Permissions): string => {
    if (perm.admin) return t('people.mayAll')
    const names = PERMISSIONS.filter((name) => perm[name]).map((name) => t(`permission.${name}`))
    return names.length === 0 ? t('people.mayLook') : format.list(names)
  }
}
