// New names for several items while a rule is being entered: the name of each, and why it is not possible.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { freeName } from '../../../../backend/contract/numbered-names.ts'
import { isFolderResource } from '../../../../backend/contract/resource-kinds.ts'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { createResourcesApi } from '../../api/resources.ts'
import { type LetterCase, newName, type NameRule, type PatternRule, type ReplaceRule } from '../../lib/new-names.ts'
import { nameTrouble, type NameTrouble } from '../../lib/name-trouble.ts'
import { childOf, parentOf } from '../../lib/paths.ts'
import type { Rename } from '../../lib/rename-plan.ts'

/** `twice`: another item would get the same name. */
export type RowTrouble = NameTrouble | 'empty' | 'twice'

export interface RenameRow {
  item: Item
  name: string
  trouble: RowTrouble | null
}

/** How many folders are asked for their contents. In others the server reports taken names. */
const FOLDERS_MAX = 20

export class BatchRename {
  readonly items: readonly Item[]
  mode: NameRule['kind'] = 'pattern'
  pattern: Omit<PatternRule, 'letters'> = { kind: 'pattern', pattern: '{name}', start: 1, step: 1, digits: 1 }
  replace: Omit<ReplaceRule, 'letters'> = {
    kind: 'replace',
    find: '',
    replacement: '',
    isCaseSensitive: false,
    withEnding: false,
  }
  letters: LetterCase = 'keep'
  /** Whether a name that is taken gets a number. */
  addsNumbers = false
  /** What else is in the folders of the items, by path. */
  others: ReadonlySet<string> = new Set()
  readonly #api: Pick<ReturnType<typeof createResourcesApi>, 'get'>

  constructor(api: Pick<ReturnType<typeof createResourcesApi>, 'get'>, items: readonly Item[]) {
    this.#api = api
    this.items = items
    makeAutoObservable(
      this,
      { items: false, pattern: observableRef, replace: observableRef, others: observableRef },
      { autoBind: true },
    )
  }

  get rule(): NameRule {
    return { ...(this.mode === 'pattern' ? this.pattern : this.replace), letters: this.letters }
  }

  /** The new name of each item. */
  get rows(): readonly RenameRow[] {
    const { rule, addsNumbers } = this
    const given = new Set<string>()
    const counts = new Map<string, number>()
    return this.items.map((item, index) => {
      const at = (name: string) => childOf(parentOf(item.path), name)
      const wanted = newName(item, index, rule)
      const isTaken = (name: string) => given.has(at(name)) || this.others.has(at(name))
      const free = () => freeName(wanted, isTaken, { counts, key: at(wanted) })
      const name = addsNumbers && wanted !== item.name ? free() : wanted
      const trouble = this.#troubleOf(item, { name, isTwice: given.has(at(name)) })
      given.add(at(name))
      return { item, name, trouble }
    })
  }

  #troubleOf(item: Item, { name, isTwice }: { name: string; isTwice: boolean }): RowTrouble | null {
    if (name === '') return 'empty'
    const isTaken = () => this.others.has(childOf(parentOf(item.path), name))
    const trouble = name === item.name ? null : nameTrouble(name, isTaken)
    return trouble ?? (isTwice ? 'twice' : null)
  }

  /** How many names are not possible. */
  get troubles(): number {
    return this.rows.filter(({ trouble }) => trouble !== null).length
  }

  /** What would change, from path to path. */
  get renames(): readonly Rename[] {
    return this.rows.flatMap(({ item: { path, name: before }, name }) =>
      name === before ? [] : [{ from: path, to: childOf(parentOf(path), name) }],
    )
  }

  get canRename(): boolean {
    return this.renames.length > 0 && this.troubles === 0
  }

  setMode(mode: NameRule['kind']): void {
    this.mode = mode
  }
  setPattern(change: Partial<PatternRule>): void {
    this.pattern = { ...this.pattern, ...change }
  }
  setReplace(change: Partial<ReplaceRule>): void {
    this.replace = { ...this.replace, ...change }
  }
  setLetters(letters: LetterCase): void {
    this.letters = letters
  }
  setAddsNumbers(addsNumbers: boolean): void {
    this.addsNumbers = addsNumbers
  }

  /** Fetches what else is in the folders. If a request fails, the server reports taken names later. Never rejects. */
  async look(): Promise<void> {
    const own = new Set(this.items.map(({ path }) => path))
    const folders = [...new Set([...own].map(parentOf))].slice(0, FOLDERS_MAX)
    const looks = await Promise.allSettled(folders.map((folder) => this.#api.get(folder)))
    const paths = looks.flatMap((look) =>
      look.status === 'fulfilled' && isFolderResource(look.value) ? look.value.items.map(({ path }) => path) : [],
    )
    runInAction(() => (this.others = new Set(paths.filter((path) => !own.has(path)))))
  }
}
