// The folder that an import goes to.
import { parseUserPath, childOf, type UserPath } from '../../storage/paths.ts'
import { nullIfNotFound } from '../../lib/app-error.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import { failed, forbidden } from './landing-failures.ts'

export interface FolderWish {
  /** As the person sees it; '' for the usual one. */
  target: string
  /** The name of the usual one. */
  usual: string
  /** Whether the usual one is in the shared folder, where there is one that the person may write to. */
  isShared: boolean
}

interface FolderOptions {
  access: Pick<Access, 'authorize'>
  tree: Pick<Tree, 'stat' | 'placeToChange' | 'named'>
}

/** @throws JobFailed `noFolder`, `forbidden`; AppError of what refuses it */
export async function chooseFolder(
  { access, tree }: FolderOptions,
  actor: Actor,
  { target, usual, isShared }: FolderWish,
): Promise<UserPath> {
  if (target !== '') {
    const path = parseUserPath(target)
    const found = await nullIfNotFound(tree.stat(actor, path))
    if (found?.kind !== 'folder') throw failed('noFolder')
    access.authorize(actor, 'create', childOf(path, usual))
    return path
  }
  const { shared, own } = tree.named(actor, usual)
  const folder = (isShared ? shared : null) ?? own
  if (folder === null) throw forbidden('a rule denies the folder')
  tree.placeToChange(actor, 'create', folder)
  return folder
}

/** Whether a folder can be the one that a run had chosen before it was lost. */
export async function isFreeOrEmpty(
  tree: Pick<Tree, 'statIfThere' | 'list'>,
  actor: Actor,
  path: UserPath,
): Promise<boolean> {
  const found = await tree.statIfThere(actor, path)
  if (found === null) return true
  return found.kind === 'folder' && (await tree.list(actor, path)).length === 0
}
