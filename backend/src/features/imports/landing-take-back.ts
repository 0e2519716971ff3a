// Moves what an import has brought to its owner's trash.
import { AppError } from '../../lib/app-error.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { BroughtFile } from './landing-job.ts'

export interface TakeBackOptions {
  tree: Pick<Tree, 'walk' | 'placeToChange' | 'treeCheck'>
  storage: Pick<Storage, 'operations'>
  isOwn(file: BroughtFile): Promise<boolean> | boolean
}

/** The folder of an import, and the files that it may have put there. */
export interface Brought {
  folder: UserPath
  files: readonly BroughtFile[]
}

/** Errors that leave things where they are: they are gone already, or belong to others by now. */
const LEFT = new Set(['notFound', 'forbidden', 'conflict'])

/** The folder, or, if there is anything else in it by now, only the files. */
export async function takeBack(options: TakeBackOptions, actor: Actor, brought: Brought): Promise<void> {
  const { tree, storage } = options
  for (const path of await pathsOf(options, actor, brought).catch(leave)) {
    const shown = { source: path, destination: '' }
    try {
      const place = tree.placeToChange(actor, 'create', path)
      await storage.operations.remove(place, { by: authorOf(actor), shown, ...tree.treeCheck(actor, path) })
    } catch (error) {
      leave(error)
    }
  }
}

/** What can be taken back. */
async function pathsOf(
  { tree, isOwn }: TakeBackOptions,
  actor: Actor,
  { folder, files }: Brought,
): Promise<UserPath[]> {
  const known = new Map(files.map((file) => [file.path, file]))
  const own: UserPath[] = []
  let isAlone = true
  for await (const { kind, path } of tree.walk(actor, folder)) {
    if (kind === 'folder') continue
    const file = known.get(path)
    if (file && (await isOwn(file))) own.push(path)
    else isAlone = false
  }
  return isAlone ? [folder] : own
}

function leave(error: unknown): [] {
  if (error instanceof AppError && LEFT.has(error.code)) return []
  throw error
}
