// Everybody, for administrators: the list, and what is needed to make or change one of them.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Settings } from '../../../backend/contract/settings.ts'
import type { UserRecord } from '../../../backend/contract/users.ts'
import { type ApiError, toApiError } from '../api/http.ts'
import type { FilesFate, PersonBody } from '../api/users.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** What a person's form goes by. */
export type HouseRules = Pick<Settings, 'createUserDir' | 'userHomeBasePath' | 'minimumPasswordLength' | 'defaults'>

export class PeopleStore implements Store {
  /** By their numbers; null until they are there. */
  people: readonly UserRecord[] | null = null
  houseRules: HouseRules | null = null
  /** Bytes that each takes, by their numbers; nothing for whom they are not known. */
  used: ReadonlyMap<number, number> = new Map()
  isLoading = false
  error: ApiError | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(
      this,
      { people: observableRef, houseRules: observableRef, used: observableRef, error: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  get(id: number): UserRecord | undefined {
    return this.people?.find((person) => person.id === id)
  }

  /** Fetches everybody; what is shown already stays until they are there. */
  async load(): Promise<void> {
    const { users, settings } = this.#root.api
    this.begin()
    try {
      const [people, houseRules] = await Promise.all([users.list(), settings.get()])
      this.put(people, houseRules)
    } catch (error) {
      this.fail(toApiError(error))
    }
  }

  /** Fetches how much room each takes; sums may take a while, and nobody waits for them. */
  async weigh(): Promise<void> {
    try {
      const { items } = await this.#root.api.users.usage()
      this.setUsed(new Map(items.flatMap(({ id, used }) => (used === null ? [] : [[id, used] as const]))))
    } catch {
      // The figures are a help: the old ones stay.
    }
  }

  /** Answers the number of the new person. @throws ApiError */
  async create(fields: Partial<PersonBody>): Promise<number> {
    const id = await this.#root.api.users.create(fields)
    await this.load()
    return id
  }

  /** @throws ApiError */
  async change(id: number, changes: Partial<PersonBody>): Promise<void> {
    await this.#root.api.users.update(id, changes)
    await this.load()
  }

  /** @throws ApiError */
  async remove(id: number, files: FilesFate): Promise<void> {
    await this.#root.api.users.remove(id, files)
    this.put(this.people?.filter((person) => person.id !== id) ?? null, this.houseRules)
  }

  /** What one administrator saw is nothing for who signs in next. */
  leave(): void {
    this.put(null, null)
    this.setUsed(new Map())
  }

  begin(): void {
    this.isLoading = true
  }

  put(people: readonly UserRecord[] | null, houseRules: HouseRules | null): void {
    this.people = people
    this.houseRules = houseRules
    this.isLoading = false
    this.error = null
  }

  setUsed(used: ReadonlyMap<number, number>): void {
    this.used = used
  }

  fail(error: ApiError): void {
    this.error = error
    this.isLoading = false
  }
}
