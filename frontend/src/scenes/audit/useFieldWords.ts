import type { ShownAuditEntry } from '../../../../backend/contract/audit.ts'
import { PERMISSIONS } from '../../../../backend/contract/permission-names.ts'
import { HOOK_EVENTS } from '../../../../backend/contract/settings-limits.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'

type Names = Readonly<Record<string, TranslationKey>>

/** The fields of a person and of a link, named as in their forms. */
const FIELDS: Names = {
  username: 'people.username',
  password: 'people.password',
  scope: 'people.scope',
  quota: 'people.quota',
  historyLimit: 'people.historyLimit',
  playHours: 'people.playHours',
  lockPassword: 'people.lockPassword',
  perm: 'people.permissions',
  rules: 'rules.title',
  commands: 'people.commands',
  locale: 'frame.language',
  viewMode: 'people.view',
  singleClick: 'profile.singleClick',
  hideDotfiles: 'profile.hideDotfiles',
  dateFormat: 'profile.exactDates',
  sorting: 'household.sorting',
  limit: 'share.limit',
  expires: 'share.duration',
}

/** The household's settings, named as on their screen. */
const HOUSEHOLD: Names = {
  signup: 'household.signup',
  hideLoginButton: 'household.hideLoginButton',
  createUserDir: 'household.createUserDir',
  userHomeBasePath: 'household.userHomeBasePath',
  minimumPasswordLength: 'household.minimumPasswordLength',
  retentionDays: 'household.retentionDays',
  sharedLimit: 'household.sharedLimit',
  rules: 'rules.title',
  'branding.name': 'household.name',
  'branding.color': 'household.colour',
  'branding.theme': 'profile.theme',
  'branding.reportUrl': 'household.reportUrl',
  'branding.disableExternal': 'household.disableExternal',
  'branding.disableUsedPercentage': 'household.disableUsedPercentage',
  'branding.logo': 'household.file.logo',
  'branding.icon': 'household.file.icon',
  'branding.css': 'household.file.css',
  'tus.chunkSize': 'household.chunkSize',
  'tus.retryCount': 'household.retryCount',
  ytDlp: 'household.ytDlp.title',
}

/** The name of a changed field. Fields that only other clients can set keep their API name. */
export function useFieldWords() {
  const { t } = useTexts()

  function wordsIn(names: Names, field: string): string {
    const permission = PERMISSIONS.find((name) => field === `perm.${name}`)
    if (permission !== undefined) return t(`permission.${permission}`)
    const key = names[field] ?? names[field.split('.', 1)[0] ?? '']
    return key === undefined ? field : String(t(key))
  }

  return ({ kind }: Pick<ShownAuditEntry, 'kind'>, field: string): string => {
    if (kind !== 'settingsChanged') return wordsIn(FIELDS, field)
    if (field.startsWith('defaults.'))
      return `${t('household.newPeople')}: ${wordsIn(FIELDS, field.slice('defaults.'.length))}`
    const event = HOOK_EVENTS.find((one) => field === `commands.before_${one}` || field === `commands.after_${one}`)
    if (event !== undefined)
      return (
        `${t(field.startsWith('commands.before_') ? 'household.before' : 'household.after')}: ` +
        `${t(`household.hook.${event}`)}`
      )
    return wordsIn(HOUSEHOLD, field)
  }
}
