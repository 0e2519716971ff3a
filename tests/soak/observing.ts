// The final state when everything is quiet: a person's whole tree and trash, as one process reports them.
import { encodePath, type Client } from '../helpers/client.ts'
import type { TrashNote } from '../../backend/contract/trash.ts'
import type { FileResource, FolderResource } from '../../backend/contract/resources.ts'
import { ask, type Reply } from './asking.ts'
import { isJoined, type Note, type Observed } from './states.ts'
import type { Tree } from './tree.ts'

type Inside = Pick<Note, 'entries' | 'folders'>

/** Reads a person's tree and trash. A note's content is read again only when its count or bytes change. */
export class Observer {
  readonly #client: Client
  readonly #inside = new Map<string, Inside>()

  constructor(client: Client) {
    this.#client = client
  }

  /** @throws Error if an answer is not 200, or something is still pending */
  async observe(replica: number): Promise<Observed> {
    const tree = await this.tree(replica)
    return { ...tree, notes: await this.#notes(replica) }
  }

  async #get<T>(path: string, replica: number): Promise<T> {
    return expectOk(path, await ask(this.#client, 'GET', path, { replica })).json() as T
  }

  async tree(replica: number): Promise<Tree> {
    const files: Tree['files'] = new Map()
    const folders: Tree['folders'] = new Set()
    const look = async (folder: string): Promise<void> => {
      const { items } = await this.#get<FolderResource>(`/api/resources${encodePath(folder)}/`, replica)
      for (const { name, isDir, size } of items) {
        if (isDir) folders.add(`${folder}/${name}`)
        else files.set(`${folder}/${name}`, size)
      }
      await Promise.all(items.flatMap(({ name, isDir }) => (isDir ? [look(`${folder}/${name}`)] : [])))
    }
    await look('')
    return { files, folders }
  }

  /** Waits for deletes that are still under way. */
  async #notes(replica: number): Promise<Observed['notes']> {
    const notes: Observed['notes'] = new Map()
    for (const item of await this.#trash(replica)) {
      const known = `${item.id} ${item.path} ${item.count} ${item.bytes}`
      const inside = this.#inside.get(known) ?? (await this.#lookInside(item, replica))
      const sizes = [...inside.entries.values()]
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      const hasAllBytes = item.bytes === bytes
      const isUnclear = hasAllBytes && item.count > sizes.length
      if (!isUnclear && (!hasAllBytes || item.count !== sizes.length)) {
        throw new Error(
          `the note ${item.id} has ${item.count} files of ${item.bytes} bytes, and shows ${sizes.join(' ') || 'none'}`,
        )
      }
      // Several notes of one action are shown as one, and items may move within it.
      if (!item.pending && !isJoined(item.id)) this.#inside.set(known, inside)
      const { kind, isDir, things } = item
      const isSeveral = kind === 'delete' && things > 1
      const path = item.path === '/' ? '' : item.path
      notes.set(item.id, { kind, path, isDir, isSeveral, ...inside, ...(isUnclear && { isUnclear }) })
    }
    return notes
  }

  async #trash(replica: number): Promise<TrashNote[]> {
    const all: TrashNote[] = []
    for (let cursor = ''; ;) {
      const page = await this.#get<{ items: TrashNote[]; cursor?: string | null }>(
        `/api/trash${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
        replica,
      )
      all.push(...page.items)
      if (!page.cursor) break
      cursor = page.cursor
    }
    const pending = all.filter((note) => note.pending)
    if (pending.length > 0) throw new Error(`the notes ${pending.map(({ id }) => id).join(' ')} are still pending`)
    return all
  }

  async #lookInside({ id, isDir }: TrashNote, replica: number): Promise<Inside> {
    const entries: Inside['entries'] = new Map()
    const folders: string[] = []
    const look = async (name: string): Promise<void> => {
      // A note may contain a file and a folder of the same name.
      const found = await this.#get<FileResource | FolderResource>(
        `/api/trash/${id}${name && `/${encodePath(name)}/`}`,
        replica,
      )
      if (!('items' in found)) {
        entries.set(name, found.size)
        return
      }
      for (const item of found.items) {
        const path = name === '' ? item.name : `${name}/${item.name}`
        if (!item.isDir) entries.set(path, item.size)
        else {
          folders.push(path)
          await look(path)
        }
      }
    }
    // An empty folder cannot be looked into.
    await look('').catch((error: unknown) => {
      if (!isDir || !(error instanceof Missing)) throw error
    })
    return { entries, folders }
  }
}

/** Says that there is nothing at a path. */
export class Missing extends Error {}

function expectOk(path: string, reply: Reply): Reply {
  if (reply.status === 200) return reply
  const what = `GET ${path}: answered ${reply.status}: ${reply.body.toString().slice(0, 200)}`
  throw reply.status === 404 ? new Missing(what) : new Error(what)
}
