// The folders that a person last moved or copied to, in the browser's storage.
import type { RootStore } from './RootStore.ts'

const MOST = 5

const keyOf = ({ session }: RootStore): string => `nido-targets-${session.user?.id ?? 0}`

/** Paths, the latest first. */
export function targetFolders(root: RootStore): string[] {
  try {
    const kept: unknown = JSON.parse(root.storage.getItem(keyOf(root)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Remembers a folder that was chosen. */
export function keepTargetFolder(root: RootStore, path: string): void {
  const kept = [path, ...targetFolders(root).filter((other) => other !== path)].slice(0, MOST)
  root.storage.setItem(keyOf(root), JSON.stringify(kept))
}
