// What some entries will do to a folder: which names are taken there, and what happens to each by the person's answers.
import type { Item } from '../../../../backend/contract/resources.ts'
import { freeName } from '../../../../backend/contract/numbered-names.ts'
import { childOf } from '../../lib/paths.ts'
import type { Conflict, ConflictChoice } from '../dialogs.ts'
import type { KeptHandle, UploadEntry } from '../../lib/upload-entries.ts'

/** A name that is taken at the place of a file or folder. The wanted path is `incoming.path`. */
export interface NameConflict extends Conflict {
  /** The name it gets when both are kept. */
  freeName: string
}

/** A file to send. `override` if the person wants the present one replaced. */
export interface PlannedFile {
  path: string
  file: File
  override: boolean
  handle?: KeptHandle
}

export interface UploadPlan {
  files: PlannedFile[]
  folders: string[]
  unreadable: string[]
  skipped: number
}

/** The items of a folder; null if there is no such folder. */
export type ListFolder = (path: string) => Promise<readonly Item[] | null>

interface Node {
  entry: UploadEntry | null
  children: Map<string, Node>
}

const isFolder = (node: Node) => node.children.size > 0 || node.entry?.kind === 'folder'

function treeOf(entries: readonly UploadEntry[]): Node {
  const root: Node = { entry: null, children: new Map() }
  for (const entry of entries) {
    let node = root
    for (const name of entry.names) {
      const child: Node = node.children.get(name) ?? { entry: null, children: new Map() }
      node.children.set(name, child)
      node = child
    }
    node.entry = entry
  }
  return root
}

/**
 * Finds the names that are taken. Folders that meet folders merge, so their contents are compared. A file that meets a
 * folder (or the reverse) is a conflict that only skipping or another name resolves.
 */
export async function findConflicts(
  entries: readonly UploadEntry[],
  folder: string,
  list: ListFolder,
): Promise<NameConflict[]> {
  return conflictsBelow(treeOf(entries), folder, list)
}

async function conflictsBelow(node: Node, folder: string, list: ListFolder): Promise<NameConflict[]> {
  const items = await list(folder)
  if (!items) return []
  const present = new Map(items.map((item) => [item.name, item]))
  const given = new Set<string>()
  const found: NameConflict[] = []
  for (const [name, child] of node.children) {
    const item = present.get(name)
    if (!item || child.entry?.kind === 'unreadable') continue
    if (item.isDir && isFolder(child)) {
      found.push(...(await conflictsBelow(child, childOf(folder, name), list)))
      continue
    }
    const free = freeName(
      name,
      (candidate) => present.has(candidate) || node.children.has(candidate) || given.has(candidate),
    )
    given.add(free)
    const file = child.entry?.kind === 'file' ? child.entry.file : undefined
    found.push({
      present: item,
      freeName: free,
      incoming: {
        path: childOf(folder, name),
        name,
        size: file?.size ?? 0,
        modified: new Date(file?.lastModified ?? 0).toISOString(),
        isDir: isFolder(child),
        ...(file && { file }),
      },
    })
  }
  return found
}

/** What to send, by the answers to the conflicts, in order. A conflict without an answer is skipped. */
export function planUpload(
  entries: readonly UploadEntry[],
  folder: string,
  { conflicts, answers }: { conflicts: readonly NameConflict[]; answers: readonly ConflictChoice[] },
): UploadPlan {
  const plan: UploadPlan = { files: [], folders: [], unreadable: [], skipped: 0 }
  const byPath = new Map(
    conflicts.map((conflict, index) => [conflict.incoming.path, { conflict, answer: answers[index] ?? 'skip' }]),
  )
  for (const entry of entries) {
    let path = folder
    let answer: ConflictChoice | null = null
    // The wanted path identifies the conflict. From the first renamed folder on, the final path differs.
    let wanted = folder
    for (const name of entry.names) {
      wanted = childOf(wanted, name)
      const settled = byPath.get(wanted)
      if (settled) answer = settled.answer
      path = childOf(path, settled?.answer === 'keepBoth' ? settled.conflict.freeName : name)
    }
    if (entry.kind === 'unreadable') plan.unreadable.push(path)
    else if (answer === 'skip') plan.skipped++
    else if (entry.kind === 'folder') plan.folders.push(path)
    else
      plan.files.push({
        path,
        file: entry.file,
        override: answer === 'replace',
        ...(entry.handle && { handle: entry.handle }),
      })
  }
  return plan
}
