// The form of a person as an administrator fills it in: the stored values, the typed ones, and their errors.
import { makeAutoObservable, observableRef } from 'mobx'
import { BROWSER_LOCALE } from '../../../../backend/contract/locales.ts'
import type { Rule, UserRecord } from '../../../../backend/contract/users.ts'
import { PASSWORD_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { PersonBody } from '../../api/users.ts'
import type { Message } from '../../i18n/message.ts'
import { type RuleTrouble, ruleTroubles } from '../../lib/rule-troubles.ts'
import { limitOfText, textOfLimit } from '../../lib/size-text.ts'
import type { HouseRules } from '../PeopleStore.ts'

/**
 * The fields as typed: commands as words in one line, and limits with their units ('' for none, or for as much as the
 * quota).
 */
export type PersonDraft = Pick<
  UserRecord,
  | 'username'
  | 'password'
  | 'scope'
  | 'lockPassword'
  | 'perm'
  | 'rules'
  | 'locale'
  | 'viewMode'
  | 'singleClick'
  | 'hideDotfiles'
  | 'dateFormat'
> & {
  commands: string
  quota: string
  historyLimit: string
  /** From and to, as `HH:MM`; both '' for no limit. */
  playFrom: string
  playTo: string
  /** Whether a home is created after the name: then there is no scope to fill in. */
  hasHome: boolean
}

/** Fields that can be wrong. `form`: the form as a whole. */
export type PersonTroubles = Partial<
  Record<'username' | 'password' | 'scope' | 'quota' | 'historyLimit' | 'playFrom' | 'form', Message>
>

export class PersonForm {
  draft: PersonDraft
  troubles: PersonTroubles = {}
  ruleTroubles: ReadonlyMap<number, RuleTrouble> = new Map()
  kept: PersonDraft
  readonly isNew: boolean
  readonly #house: HouseRules

  constructor(kept: PersonDraft, options: { isNew: boolean; house: HouseRules }) {
    this.kept = kept
    this.draft = kept
    this.isNew = options.isNew
    this.#house = options.house
    makeAutoObservable(
      this,
      { draft: observableRef, kept: observableRef, troubles: observableRef, ruleTroubles: observableRef },
      { autoBind: true },
    )
  }

  get isDirty(): boolean {
    return JSON.stringify(this.draft) !== JSON.stringify(this.kept)
  }

  /** Applies what was typed. Errors of a changed field are removed. */
  set(change: Partial<PersonDraft>): void {
    this.draft = { ...this.draft, ...change }
    // An administrator's password cannot be locked.
    if (this.draft.perm.admin) this.draft = { ...this.draft, lockPassword: false }
    this.troubles = Object.fromEntries(
      Object.entries(this.troubles).filter(([field]) => field !== 'form' && !(field in change)),
    )
    if (change.rules) this.ruleTroubles = new Map()
  }

  discard(): void {
    this.draft = this.kept
    this.complain({}, new Map())
  }

  /** The typed values are saved. A password is not shown again. */
  settle(): void {
    this.draft = { ...this.draft, password: '' }
    this.kept = this.draft
    this.complain({}, new Map())
  }

  /** Checks everything that needs no server. Returns whether all is well. */
  async check(): Promise<boolean> {
    const troubles = fieldTroubles(this.draft, { isNew: this.isNew, minimum: this.#house.minimumPasswordLength })
    this.complain(troubles, await ruleTroubles(this.draft.rules))
    return Object.keys(troubles).length === 0 && this.ruleTroubles.size === 0
  }

  /** The fields to send: for a new person all of them, otherwise the changed ones. */
  get fields(): Partial<PersonBody> {
    const now = fieldsOf(this.draft)
    if (this.isNew) return now
    const before: Record<string, unknown> = fieldsOf(this.kept)
    return Object.fromEntries(
      Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
    )
  }

  /** Shows a refusal of the server beside its field. */
  refuse(error: unknown): void {
    this.complain(refusal(error, this.fields), this.ruleTroubles)
  }

  complain(troubles: PersonTroubles, rules: ReadonlyMap<number, RuleTrouble>): void {
    this.troubles = troubles
    this.ruleTroubles = rules
  }
}

/** The form of an existing person. */
export function formOf(person: UserRecord, house: HouseRules): PersonForm {
  const { id: _, sorting: __, commands, quota, historyLimit, playHours, ...rest } = person
  const [playFrom = '', playTo = ''] = playHours.split('-')
  const draft = {
    ...rest,
    password: '',
    commands: commands.join(' '),
    quota: textOfLimit(quota),
    historyLimit: textOfLimit(historyLimit),
    playFrom,
    playTo,
    hasHome: false,
  }
  return new PersonForm(draft, { isNew: false, house })
}

/** The form of a new person, with the household's defaults. */
export function newForm(house: HouseRules): PersonForm {
  const { locale, viewMode, singleClick, perm, commands, hideDotfiles, dateFormat, scope } = house.defaults
  const rules: Rule[] = []
  const draft = {
    username: '',
    password: '',
    scope,
    lockPassword: false,
    locale: locale === BROWSER_LOCALE ? '' : locale,
    viewMode,
    singleClick,
    perm,
    rules,
    hideDotfiles,
    dateFormat,
    commands: commands.join(' '),
    quota: '',
    historyLimit: '',
    playFrom: '',
    playTo: '',
    hasHome: house.createUserDir,
  }
  return new PersonForm(draft, { isNew: true, house })
}

function fieldsOf({
  commands,
  quota,
  historyLimit,
  playFrom,
  playTo,
  hasHome,
  scope,
  ...rest
}: PersonDraft): Omit<PersonBody, 'sorting'> {
  const limits = {
    quota: limitOfText(quota) ?? 0,
    historyLimit: limitOfText(historyLimit) ?? 0,
    playHours: playFrom === '' && playTo === '' ? '' : `${playFrom}-${playTo}`,
  }
  return { ...rest, scope: hasHome ? '' : scope.trim(), commands: commands.split(/\s+/).filter(Boolean), ...limits }
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/

function fieldTroubles(draft: PersonDraft, { isNew, minimum }: { isNew: boolean; minimum: number }): PersonTroubles {
  const troubles: PersonTroubles = {}
  if (draft.username === '') troubles.username = { key: 'people.nameMissing' }
  else if (draft.username.trim() !== draft.username || CONTROL.test(draft.username) || draft.username.length > 256)
    troubles.username = { key: 'people.nameTrouble' }
  const bytes = new TextEncoder().encode(draft.password).length
  if (draft.password === '' && isNew) troubles.password = { key: 'people.passwordMissing' }
  else if (draft.password !== '' && (bytes < minimum || bytes > PASSWORD_MAX_BYTES))
    troubles.password = { key: 'people.passwordLength', values: { count: minimum, most: PASSWORD_MAX_BYTES } }
  for (const field of ['quota', 'historyLimit'] as const)
    if (limitOfText(draft[field]) === null) troubles[field] = { key: 'people.quotaTrouble' }
  if ((draft.playFrom === '') !== (draft.playTo === '') || (draft.playFrom !== '' && draft.playFrom === draft.playTo))
    troubles.playFrom = { key: 'people.playHoursTrouble' }
  return troubles
}

function refusal(error: unknown, sent: Partial<PersonBody>): PersonTroubles {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'conflict') return { username: { key: 'people.nameTaken' } }
  if (code === 'locked') return { form: { key: 'people.busy' } }
  if (code === 'badRequest' && (sent.password ?? '') !== '') return { password: { key: 'people.passwordRefused' } }
  if (code === 'badRequest' && sent.scope !== undefined && sent.scope !== '')
    return { scope: { key: 'people.scopeTrouble' } }
  return { form: messageOf(error) }
}
