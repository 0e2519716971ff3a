// The folder that a person has chosen for imports.
import { AppError } from '../../lib/app-error.ts'
import { parseUserPath } from '../../storage/paths.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'

export interface TargetOptions {
  access: Pick<Access, 'authorize'>
  tree: Pick<Tree, 'statIfThere'>
}

/**
 * Checks a folder; '' is the usual one.
 * @throws AppError `badRequest` for an invalid path, `forbidden` by rules and permissions, `notFound`, `isFile`
 */
export async function checkTarget({ access, tree }: TargetOptions, actor: Actor, target: string): Promise<void> {
  if (target === '') return
  const path = parseUserPath(target)
  access.authorize(actor, 'create', path)
  const found = await tree.statIfThere(actor, path)
  if (found === null) throw new AppError('notFound', 'the folder is not there')
  if (found.kind === 'file') throw new AppError('isFile', 'the target is a file')
}
