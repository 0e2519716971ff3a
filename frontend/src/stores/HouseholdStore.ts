// The settings of the household while an administrator edits them: as stored, and as typed in the form.
import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import type { BrandingRecord, BrandPart } from '../../../backend/contract/branding.ts'
import type { Settings } from '../../../backend/contract/settings.ts'
import { USUAL_NAME } from '../api/settings.ts'
import {
  houseFormOf,
  type HouseForm,
  type HouseTroubles,
  isAlike,
  isTroubled,
  mergeForms,
  settingsOf,
  troublesOf,
} from '../lib/house-form.ts'
import { type RuleTrouble, ruleTroubles } from '../lib/rule-troubles.ts'
import { createBrandingApi } from '../api/branding.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

const NO_TROUBLES: HouseTroubles = {
  numbers: new Set(),
  hasWrongHome: false,
  hasWrongScope: false,
  hasWrongLimit: false,
  hasWrongReport: false,
  imports: new Set(),
  unknownCommands: [],
}
const NO_RULE_TROUBLES: ReadonlyMap<number, RuleTrouble> = new Map()

/** What the server stores. */
interface Stored {
  settings: Settings
  branding: BrandingRecord
}

export class HouseholdStore implements Store {
  readonly stored = new Latest<Stored>()
  /** Null until it is loaded. */
  form: HouseForm | null = null
  /** Whether troubles are shown: only after the first attempt to save, so that nobody is interrupted while typing. */
  isChecked = false
  ruleTroubles = NO_RULE_TROUBLES
  readonly #root: RootStore
  readonly #branding: ReturnType<typeof createBrandingApi>
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#branding = createBrandingApi(root.api.http)
    makeAutoObservable(this, { stored: false, form: observableRef, ruleTroubles: observableRef }, { autoBind: true })
    reaction(
      () => (this.isChecked ? this.form?.rules : undefined),
      () => void this.#checkRules(),
    )
    // The page shows a colour while it is being chosen.
    reaction(
      () => this.form?.branding.color ?? null,
      (colour) => root.ui.tryColour(colour),
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in, or when the form is left: unsaved changes are lost. */
  forget(): void {
    this.#blank()
  }

  get settings(): Settings | null {
    return this.stored.value?.settings ?? null
  }

  get branding(): BrandingRecord | null {
    return this.stored.value?.branding ?? null
  }

  get isDirty(): boolean {
    return this.settings !== null && this.form !== null && !isAlike(houseFormOf(this.settings), this.form)
  }

  get troubles(): HouseTroubles {
    return this.isChecked && this.form ? troublesOf(this.form) : NO_TROUBLES
  }

  get isWrong(): boolean {
    return isTroubled(this.troubles) || (this.isChecked && this.ruleTroubles.size > 0)
  }

  /** Fetches the stored settings. Changes already typed stay, with the settings that they were based on. */
  async load(): Promise<void> {
    const { api } = this.#root
    let isTyped = false
    const fetch = async (): Promise<Stored> => {
      const [settings, branding] = await Promise.all([api.settings.get(), this.#branding.get()])
      isTyped = this.isDirty
      return { settings: isTyped ? (this.settings ?? settings) : settings, branding }
    }
    await this.stored.load(fetch, {
      onShown: ({ settings, branding }) => {
        if (!isTyped) this.#fill(settings)
        this.#adoptBranding(branding)
      },
    })
  }

  change(changes: Partial<HouseForm>): void {
    if (this.form) this.form = { ...this.form, ...changes }
  }

  discard(): void {
    if (this.settings) this.#fill(this.settings)
  }

  /** Whether the form can be saved as it is. From now on troubles are shown. */
  async check(): Promise<boolean> {
    this.isChecked = true
    await this.#checkRules()
    return !this.isWrong
  }

  /** Saves the changes, based on what is stored by now. @throws ApiError */
  async save(): Promise<void> {
    const { settings: before, form } = this
    if (!before || !form) return
    const { settings: api } = this.#root.api
    const newest = await api.get()
    await api.put(settingsOf(mergeForms(houseFormOf(before), form, houseFormOf(newest)), newest))
    const settings = await api.get()
    runInAction(() => {
      const typed = this.form
      this.stored.edit((stored) => ({ ...stored, settings }))
      this.#fill(settings)
      // What was typed meanwhile remains to be saved.
      if (typed && typed !== form) this.change(mergeForms(form, typed, houseFormOf(settings)))
    })
  }

  /** @throws ApiError `badRequest` for an unsuitable file, `tooLarge` */
  async putFile(part: BrandPart, file: Blob): Promise<void> {
    this.#takeBranding(await this.#branding.put(part, file))
  }

  /** @throws ApiError */
  async removeFile(part: BrandPart): Promise<void> {
    await this.#branding.remove(part)
    if (this.branding) this.#takeBranding({ ...this.branding, [part]: null })
  }

  /** Fills the form with the stored settings, and applies them to the page. */
  #fill(settings: Settings): void {
    const { branding, tus, signup, hideLoginButton, minimumPasswordLength, retentionDays } = settings
    this.form = houseFormOf(settings)
    this.isChecked = false
    this.ruleTroubles = NO_RULE_TROUBLES
    const { RetentionDays } = this.#root.settings
    this.#root.adopt({
      Name: branding.name || USUAL_NAME,
      Theme: branding.theme,
      Color: branding.color,
      DisableExternal: branding.disableExternal,
      ReportURL: branding.reportUrl,
      DisableUsedPercentage: branding.disableUsedPercentage,
      Signup: signup,
      HideLoginButton: hideLoginButton,
      MinimumPasswordLength: minimumPasswordLength,
      TusSettings: tus,
      // Below zero: this storage keeps no versions, whatever the setting.
      ...(RetentionDays < 0 ? {} : { RetentionDays: retentionDays }),
    })
  }

  #takeBranding(branding: BrandingRecord): void {
    this.stored.edit((stored) => ({ ...stored, branding }))
    this.#adoptBranding(branding)
  }

  #adoptBranding({ logo, icon, css }: BrandingRecord): void {
    this.#root.adopt({
      LogoURL: logo?.address ?? '',
      IconURL: icon?.address ?? '',
      StyleURL: css?.address ?? '',
      CSS: css !== null,
    })
  }

  async #checkRules(): Promise<void> {
    const rules = this.form?.rules
    if (!this.isChecked || rules === undefined) return
    const troubles = await ruleTroubles(rules)
    if (this.form?.rules === rules)
      runInAction(() => {
        this.ruleTroubles = troubles
      })
  }
}

/** The store, created when it is first used. */
export const householdOf = (root: RootStore): HouseholdStore => (root.later.household ??= new HouseholdStore(root))
