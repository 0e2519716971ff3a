// Removes old backups, and the bytes that no other one has.
import { REMOVING, CONTENTS, fromLines, type BackupEntry, SNAPSHOTS, SUMS } from './format.ts'
import { needed } from './take.ts'
import type { BackupTarget } from './target.ts'

const BATCH = 500
/** Hexadecimal digits that a number has room for. */
const DIGITS = 13

/** What was removed. */
export interface Removed {
  backups: number
  /** Contents that no backup has any more. */
  contents: number
}

export interface RetentionOptions {
  /** How many whole backups stay, 1 at least: the newest ones. */
  keep: number
  /** Whether nobody else writes to the target. Asked before each removal. */
  isAlone(): boolean
}

/**
 * Removes backups that are older than those to be kept, whole or not, and then all bytes that no other one has. What an
 * interrupted call has left is removed, too.
 * @throws Error if a kept backup has lost a list: then no bytes are removed
 */
export async function removeOldBackups(owned: BackupTarget, { keep, isAlone }: RetentionOptions): Promise<Removed> {
  const target = whileAlone(owned, isAlone)
  if (keep < 1) throw new Error('at least one backup has to be kept')
  const all = await snapshotsIn(target)
  const whole = [...all].filter(([, names]) => names.some(isSummary)).map(([id]) => id)
  const oldest = whole.toSorted().at(-keep)
  const old = oldest === undefined ? [] : [...all].filter(([id]) => id < oldest)
  if (old.length === 0 && !(await target.getSmall(REMOVING))) return { backups: 0, contents: 0 }
  await target.putSmall(REMOVING, Buffer.from('{}'))
  for (const [id, names] of old) {
    // Without it this is no backup, whatever else is still there.
    await target.remove(names.filter(isSummary))
    await target.remove(names.filter((name) => !isSummary(name)))
    all.delete(id)
  }
  const contents = await removeUnused(target, await contentsOf(target, [...all.values()].flatMap(listsOf)))
  await target.remove([REMOVING])
  return { backups: old.filter(([id]) => whole.includes(id)).length, contents }
}

const whileAlone = (target: BackupTarget, isAlone: () => boolean): BackupTarget => ({
  ...target,
  remove: async (names) => {
    if (!isAlone()) throw new Error('another backup may have begun')
    await target.remove(names)
  },
})

const isSummary = (name: string): boolean => name.endsWith('/done.json')

/** The names of what each backup has in its folder, whole or not, by its id. */
async function snapshotsIn(target: BackupTarget): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const name of target.list(SNAPSHOTS)) {
    const id = name.slice(SNAPSHOTS.length).split('/', 1)[0] ?? ''
    const names = found.get(id) ?? []
    names.push(name)
    found.set(id, names)
  }
  return found
}

/** The lists of a backup: of one that is not whole also those whose bytes may not be there yet. */
const listsOf = (names: readonly string[]): string[] => {
  const isWhole = names.some(isSummary)
  return names.filter((name) => name.includes('/stored-') || (!isWhole && name.includes('/listed-')))
}

/** The contents in these lists. Of each a number: should two have one number, both are kept. */
async function contentsOf(target: BackupTarget, names: readonly string[]): Promise<Set<number>> {
  const used = new Set<number>()
  for (const name of names)
    for (const { content } of fromLines<BackupEntry>(await needed(target, name))) used.add(numberOf(content))
  return used
}

const numberOf = (content: string): number => Number.parseInt(content.slice(0, DIGITS), 16)

async function removeUnused(target: BackupTarget, used: ReadonlySet<number>): Promise<number> {
  let removed = 0
  // A content without its sum is copied again by the next backup. A sum without its content would be taken for one.
  for (const prefix of [SUMS, CONTENTS])
    for await (const names of batches(target, prefix, used)) {
      await target.remove(names)
      if (prefix === CONTENTS) removed += names.length
    }
  return removed
}

async function* batches(
  target: BackupTarget,
  prefix: string,
  used: ReadonlySet<number>,
): AsyncGenerator<readonly string[]> {
  let batch: string[] = []
  for await (const name of target.list(prefix)) {
    if (used.has(numberOf(name.slice(name.lastIndexOf('/') + 1)))) continue
    batch.push(name)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
