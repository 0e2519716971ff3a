// A person for answers and features, field by field, so that nothing of the password gets out.
import { chooseLocale } from '../../../contract/locales.ts'
import { can } from '../../../contract/rights.ts'
import type { UserRecord } from '../../../contract/users.ts'
import type { UserDocument } from './model.ts'
import type { User } from './user.ts'

/** What features know about a person. */
export function userOf(document: UserDocument): User {
  return {
    id: document.id,
    username: document.username,
    scope: document.scope,
    locale: document.locale,
    lockPassword: document.lockPassword,
    viewMode: document.viewMode,
    singleClick: document.singleClick,
    perm: document.perm,
    commands: document.commands,
    sorting: document.sorting,
    rules: document.rules,
    hideDotfiles: document.hideDotfiles,
    dateFormat: document.dateFormat,
    quota: document.quota,
    historyLimit: document.historyLimit ?? 0,
    playHours: document.playHours ?? '',
    changed: document.changed,
    language: chooseLocale([document.locale, document.spoken ?? '']),
  }
}

/** The record of `/api/users`. Only administrators get the scope. */
export function presentUser({ changed: _, language: __, ...user }: User, reader: Pick<User, 'perm'>): UserRecord {
  return { ...user, password: '', scope: can(reader, 'admin') ? user.scope : '' }
}
