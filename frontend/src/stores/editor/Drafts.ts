// Unsaved texts in the browser's storage, so that a reload or a crash does not lose them.
import { BrowserRecords } from '../../lib/browser-records.ts'

export interface Draft {
  id: string
  /** The person's id, because other people may use the same browser. */
  owner: number
  path: string
  /** The ETag of the file that the text is based on. */
  tag: string
  text: string
  /** When it was last written, in milliseconds since 1970. */
  written: number
}

/** The limits: drafts of one person, and the characters of one draft and of all together. */
export const DRAFTS_MAX = 20
export const DRAFT_MAX_LENGTH = 5_000_000
export const DRAFTS_MAX_LENGTH = 20_000_000

const idOf = (owner: number, path: string): string => `${owner}:${path}`

export class Drafts {
  readonly #records: BrowserRecords

  constructor(factory: IDBFactory | undefined) {
    this.#records = new BrowserRecords(factory, { database: 'nido-drafts', store: 'drafts', keyPath: 'id' })
  }

  /** The draft of a file. Also deletes the oldest drafts if there are too many. */
  async find(owner: number, path: string): Promise<Draft | null> {
    const all = await this.#records.do<Draft[]>('readonly', (store) => store.getAll() as IDBRequest<Draft[]>)
    const surplus = surplusOf(all ?? [])
    if (surplus.length > 0)
      await this.#records.do('readwrite', (store) => {
        for (const { id } of surplus) store.delete(id)
      })
    return all?.find((draft) => draft.id === idOf(owner, path) && !surplus.includes(draft)) ?? null
  }

  /** Stores a draft in place of the previous one. Returns whether that was possible. */
  async keep(draft: Omit<Draft, 'id'>): Promise<boolean> {
    if (draft.text.length > DRAFT_MAX_LENGTH) return false
    const id = idOf(draft.owner, draft.path)
    return (await this.#records.do('readwrite', (store) => store.put({ ...draft, id }))) !== null
  }

  async drop(owner: number, path: string): Promise<void> {
    await this.#records.do('readwrite', (store) => store.delete(idOf(owner, path)))
  }
}

/** The drafts beyond the limits: of each person the oldest. */
export function surplusOf(all: readonly Draft[]): Draft[] {
  return [...Map.groupBy(all, ({ owner }) => owner).values()].flatMap((drafts) => {
    let length = 0
    return drafts
      .toSorted((a, b) => b.written - a.written)
      .filter(({ text }, index) => {
        length += text.length
        return index >= DRAFTS_MAX || length > DRAFTS_MAX_LENGTH
      })
  })
}
