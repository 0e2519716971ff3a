// The state of the page itself: theme, language, drawer, shell, and the open dialogs.
import { makeAutoObservable, observableRef } from 'mobx'
import { type ArchiveFormat, OFFERED_FORMATS } from '../../../backend/contract/archives.ts'
import { chooseLocale, type Locale } from '../../../backend/contract/locales.ts'
import { LOCALE_KEY } from '../i18n/languages.ts'
import type { TypedAhead } from '../lib/typed-ahead.ts'
import type { DialogAnswer, DialogName, DialogProps } from './dialogs.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export const THEME_CHOICES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEME_CHOICES)[number]

export interface OpenDialog {
  id: number
  name: DialogName
  props: DialogProps<DialogName>
  close(answer: DialogAnswer<DialogName> | null): void
}

export interface UiOptions {
  /** The theme for people who have not chosen one: '' follows the system. */
  defaultTheme: '' | 'light' | 'dark'
  locale: Locale
  /** Those that the browser prefers (BCP 47). */
  languages: readonly string[]
  storage: Pick<Storage, 'getItem' | 'setItem'>
}

const THEME_KEY = 'nido-theme'
const FORMAT_KEY = 'nido-archive-format'

export class UiStore implements Store {
  theme: Theme
  locale: Locale
  /** The last used archive format. */
  archiveFormat: ArchiveFormat
  isDrawerOpen = false
  isShellOpen = false
  /** Whether a text is open in the editor, and whether it has unsaved changes. */
  editing: 'clean' | 'dirty' | null = null
  dialogs: OpenDialog[] = []
  /** Shown before the title while something runs (`62 % · `). */
  titlePrefix = ''
  /** The household's colour while another one is being tried; null uses the settings. */
  triedColour: string | null = null
  /** The next text for screen readers. */
  announcement = ''
  #lastId = 0
  #typedForSearch: TypedAhead | null = null
  readonly #storage: UiOptions['storage']
  readonly #languages: readonly string[]
  readonly #blank: () => void

  constructor({ defaultTheme, locale, languages, storage }: UiOptions) {
    this.#storage = storage
    this.#languages = languages
    this.theme = this.#chosenTheme() ?? (defaultTheme || 'system')
    this.locale = locale
    const format = storage.getItem(FORMAT_KEY)
    this.archiveFormat = OFFERED_FORMATS.find((offered) => offered === format) ?? OFFERED_FORMATS[0]
    makeAutoObservable(this, { dialogs: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this, ['theme', 'locale', 'archiveFormat'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** What is typed for the search while its field is being fetched. */
  keepForSearch(typed: TypedAhead): void {
    // Only one may collect: the field takes what the last one has.
    this.#typedForSearch?.take()
    this.#typedForSearch = typed
  }

  takeForSearch(): string {
    const text = this.#typedForSearch?.take() ?? ''
    this.#typedForSearch = null
    return text
  }

  /** The theme for people who have not chosen one. */
  setDefaultTheme(theme: UiOptions['defaultTheme']): void {
    this.theme = this.#chosenTheme() ?? (theme || 'system')
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    this.#storage.setItem(THEME_KEY, theme)
  }

  /** Uses a language, and remembers it for the next visit. '' is that of the browser. */
  setLocale(locale: string): void {
    this.locale = chooseLocale([locale, ...this.#languages])
    this.#storage.setItem(LOCALE_KEY, locale)
  }

  setArchiveFormat(format: ArchiveFormat): void {
    this.archiveFormat = format
    this.#storage.setItem(FORMAT_KEY, format)
  }

  setTitlePrefix(prefix: string): void {
    this.titlePrefix = prefix
  }

  tryColour(colour: string | null): void {
    this.triedColour = colour
  }

  announce(text: string): void {
    this.announcement = text
  }

  setDrawerOpen(isOpen: boolean): void {
    this.isDrawerOpen = isOpen
  }

  setEditing(editing: UiStore['editing']): void {
    this.editing = editing
  }

  setShellOpen(isOpen: boolean): void {
    this.isShellOpen = isOpen
  }

  /** Opens a dialog by name. Returns its answer, or null if it was closed without one. */
  ask<Name extends DialogName>(name: Name, props: DialogProps<Name>): Promise<DialogAnswer<Name> | null> {
    return new Promise((resolve) => {
      this.#lastId += 1
      const id = this.#lastId
      const close = (answer: DialogAnswer<DialogName> | null) => {
        this.closeDialog(id)
        resolve(answer as DialogAnswer<Name> | null)
      }
      this.dialogs = [...this.dialogs, { id, name, props, close }]
    })
  }

  closeDialog(id: number): void {
    this.dialogs = this.dialogs.filter((dialog) => dialog.id !== id)
  }

  #chosenTheme(): Theme | undefined {
    const stored = this.#storage.getItem(THEME_KEY)
    return THEME_CHOICES.find((theme) => theme === stored)
  }
}
