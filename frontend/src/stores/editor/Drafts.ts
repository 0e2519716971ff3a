// Texts that were written and not saved, as this browser keeps them: a reload or a crash does not lose them.
import { BrowserRecords } from '../../lib/browser-records.ts'

export interface Draft {
  id: string
  /** The person's id: another person at the same browser does not see it. */
  owner: number
  path: string
  /** The ETag of the file that it was written in. */
  tag: string
  text: string
  /** When it was written last, in milliseconds. */
  written: number
}

/** What is kept at most: drafts of one person, and letters of one draft and of all together. */
export const DRAFTS_MAX = 20
export const DRAFT_MAX_LENGTH = 5_000_000
export const DRAFTS_MAX_LENGTH = 20_000_000

const idOf = (owner: number, path: string): string => `${owner}:${path}`

export class Drafts {
  readonly #records: BrowserRecords

  constructor(factory: IDBFactory | undefined) {
    this.#records = new BrowserRecords(factory, { database: 'nido-drafts', store: 'drafts', keyPath: 'id' })
  }

  /** The draft of a file, and room for others: the oldest that are too many go. */
  async find(owner: number, path: string): Promise<Draft | null> {
    const all = await this.#records.do<Draft[]>('readonly', (store) => store.getAll() as IDBRequest<Draft[]>)
    const surplus = surplusOf(all ?? [])
    if (surplus.length > 0)
      await this.#records.do('readwrite', (store) => {
        for (const { id } of surplus) store.delete(id)
      })
    return all?.find((draft) => draft.id === idOf(owner, path) && !surplus.includes(draft)) ?? null
  }

  /** Keeps a draft in the place of the one before. Answers whether it is kept. */
  async keep(draft: Omit<Draft, 'id'>): Promise<boolean> {
    if (draft.text.length > DRAFT_MAX_LENGTH) return false
    const id = idOf(draft.owner, draft.path)
    return (await this.#records.do('readwrite', (store) => store.put({ ...draft, id }))) !== null
  }

  async drop(owner: number, path: string): Promise<void> {
    await this.#records.do('readwrite', (store) => store.delete(idOf(owner, path)))
  }
}

/** Drafts beyond what is kept, of each person the oldest first. */
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
