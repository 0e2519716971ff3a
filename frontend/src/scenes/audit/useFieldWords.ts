import { PERMISSIONS } from '../../../../backend/contract/permissions.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Fields of a person by the words of its form. */
const FIELDS: Readonly<Record<string, TranslationKey>> = {
  username: 'people.username', password: 'people.password', scope: 'people.scope', quota: 'people.quota', lockPassword: 'people.lockPassword', perm: 'people.permissions', rules: 'rules.title',
  commands: 'people.commands', locale: 'frame.language', viewMode: 'people.view', singleClick: 'profile.singleClick', hideDotfiles: 'profile.hideDotfiles', dateFormat: 'profile.exactDates',
}

/** What a changed field is called; a setting of the household keeps the name it has in the interface. */
export function useFieldWords() {
  const { t } = useTexts()
  return (field: string): string => {
    const permission = PERMISSIONS.find((name) => field === `perm.${name}`)
    if (permission !== undefined) return t(`permission.${permission}`)
    const key = FIELDS[field]
    return key === undefined ? field : String(t(key))
  }
}
