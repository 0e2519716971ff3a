// The view that a person has chosen for each folder. It is stored by the path that the person sees, so a renamed folder
// loses it.
import type { Model } from 'mongoose'
import type { FolderView, FolderViews } from '../../../contract/folder-views.ts'
import { FOLDER_VIEWS_MAX } from '../../../contract/limits.ts'
import { changeItems } from '../../database/item-lists.ts'
import { AppError } from '../../lib/app-error.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { FolderViewsDocument } from './model.ts'

export interface HouseFolderViewsOptions {
  model: Model<FolderViewsDocument>
  access: Pick<Access, 'authorize'>
  tree: Pick<Tree, 'sees'>
}

export class HouseFolderViews {
  readonly #model: Model<FolderViewsDocument>
  readonly #access: HouseFolderViewsOptions['access']
  readonly #tree: HouseFolderViewsOptions['tree']

  constructor({ model, access, tree }: HouseFolderViewsOptions) {
    this.#model = model
    this.#access = access
    this.#tree = tree
  }

  /** The folders that the person may see and has chosen a view for, the latest change first. */
  async list(actor: Actor): Promise<FolderViews> {
    const { items = [] } = (await this.#model.findById(idOf(actor)).lean()) ?? {}
    return { items: items.filter(({ path }) => this.#tree.sees(actor, path as UserPath)) }
  }

  /**
   * Stores the view of a folder. If there are too many, the one that was changed longest ago is deleted.
   * @throws AppError `forbidden` for a folder that a rule denies, `badRequest` for a path that is too long, `conflict`
   * if others came first each time
   */
  async put(actor: Actor, path: UserPath, view: FolderView): Promise<void> {
    this.#access.authorize(actor, 'read', path)
    const isPut = await changeItems(this.#model, idOf(actor), (items) =>
      [{ path, view }, ...items.filter((other) => other.path !== path)].slice(0, FOLDER_VIEWS_MAX),
    )
    if (!isPut) throw new AppError('conflict', 'the views are being changed by others')
  }

  /** Deletes a person's views. */
  async removeAllOf(userId: number): Promise<void> {
    await this.#model.deleteOne({ _id: String(userId) })
  }
}

const idOf = ({ userId }: Actor): string => String(userId)
