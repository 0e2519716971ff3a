// New names for several things, as they are being thought up: what each would be called, and what stands in the way.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { numberedName } from '../../../../backend/contract/numbered-names.ts'
import { isFolderResource } from '../../../../backend/contract/resource-kinds.ts'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { createResourcesApi } from '../../api/resources.ts'
import { type LetterCase, newName, type NameRule, type PatternRule, type ReplaceRule } from '../../lib/new-names.ts'
import { nameTrouble, type NameTrouble } from '../../lib/name-trouble.ts'
import { childOf, parentOf } from '../../lib/paths.ts'
import type { Rename } from '../../lib/rename-plan.ts'

/** `twice`: another one of them gets the same name. */
export type RowTrouble = NameTrouble | 'empty' | 'twice'

export interface RenameRow {
  item: Item
  name: string
  trouble: RowTrouble | null
}

/** So many folders are asked what else lies in them; in others the server says what is taken. */
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
  /** What else lies in the folders of the items, by path. */
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

  /** What each would be called. */
  get rows(): readonly RenameRow[] {
    const { rule, addsNumbers } = this
    const given = new Set<string>()
    const counts = new Map<string, number>()
    const isTaken = (path: string) => given.has(path) || this.others.has(path)
    return this.items.map((item, index) => {
      const at = (name: string) => childOf(parentOf(item.path), name)
      const wanted = newName(item, index, rule)
      const isFree = (name: string) => !isTaken(at(name))
      const name = addsNumbers && wanted !== item.name ? free(wanted, { isFree, counts, key: at(wanted) }) : wanted
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

  /** How many names cannot be given. */
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

  /** Asks what else lies in the folders. Where no answer comes, the server says later what is taken. Never rejects. */
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

interface FreeOptions {
  isFree(name: string): boolean
  /** How far the numbers of each name have come, so that none is tried twice; `key` is this one's. */
  counts: Map<string, number>
  key: string
}

function free(wanted: string, { isFree, counts, key }: FreeOptions): string {
  let count = counts.get(key) ?? 0
  let name = count === 0 ? wanted : numberedName(wanted, count)
  while (!isFree(name)) {
    count += 1
    name = numberedName(wanted, count)
  }
  counts.set(key, count)
  return name
}
