// The view that a person has chosen for each folder. It is stored by the path that the person sees, so a renamed folder
// loses it.
import type { Model } from 'mongoose'
import type { FolderView, FolderViews } from '../../../contract/folder-views.ts'
import { FOLDER_VIEWS_MAX } from '../../../contract/limits.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import { sleep } from '../../lib/sleep.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { FolderViewsDocument } from './model.ts'

/** How often a change is tried if others of the same person come first, and the longest pause between tries. */
const TRIES = 20
const PAUSE_MS = 50

export interface HouseFolderViewsOptions {
  model: Model<FolderViewsDocument>
  access: Pick<Access, 'authorize' | 'permits'>
}

export class HouseFolderViews {
  readonly #model: Model<FolderViewsDocument>
  readonly #access: HouseFolderViewsOptions['access']

  constructor({ model, access }: HouseFolderViewsOptions) {
    this.#model = model
    this.#access = access
  }

  /** The folders that the person may see and has chosen a view for, the latest change first. */
  async list(actor: Actor): Promise<FolderViews> {
    const { items = [] } = (await this.#model.findById(idOf(actor)).lean()) ?? {}
    return { items: items.filter(({ path }) => this.#access.permits(actor, path as UserPath)) }
  }

  /**
   * Stores the view of a folder. If there are too many, the one that was changed longest ago is deleted.
   * @throws AppError `forbidden` for a folder that a rule denies, `badRequest` for a path that is too long, `conflict`
   * if others came first each time
   */
  async put(actor: Actor, path: UserPath, view: FolderView): Promise<void> {
    this.#access.authorize(actor, 'read', path)
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await this.#tryToPut(idOf(actor), { path, view })) return
      await sleep(Math.random() * PAUSE_MS)
    }
    throw new AppError('conflict', 'the views are being changed by others')
  }

  /** Deletes a person's views. */
  async removeAllOf(userId: number): Promise<void> {
    await this.#model.deleteOne({ _id: String(userId) })
  }

  /** Returns false if somebody else has changed them in the meantime. */
  async #tryToPut(_id: string, item: FolderViews['items'][number]): Promise<boolean> {
    const before = await this.#model.findById(_id).lean()
    const others = (before?.items ?? []).filter(({ path }) => path !== item.path)
    const items = [item, ...others].slice(0, FOLDER_VIEWS_MAX)
    if (before === null) return this.#create({ _id, revision: 1, items })
    const { revision } = before
    const { matchedCount } = await this.#model.updateOne({ _id, revision }, { items, revision: revision + 1 })
    return matchedCount === 1
  }

  async #create(views: FolderViewsDocument): Promise<boolean> {
    try {
      await this.#model.create(views)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }
}

const idOf = ({ userId }: Actor): string => String(userId)
