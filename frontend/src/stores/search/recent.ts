// A person's previous searches, in the browser's storage.
import type { RootStore } from '../RootStore.ts'

type Visit = Pick<RootStore, 'storage' | 'session'>

const keyFor = ({ session }: Visit): string => `nido-searches-${session.user?.id ?? 0}`

/** The person's searches, the latest first. */
export function readRecent(visit: Visit): string[] {
  try {
    const kept: unknown = JSON.parse(visit.storage.getItem(keyFor(visit)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string') : []
  } catch {
    return []
  }
}

export const keepRecent = (visit: Visit, recent: readonly string[]): void =>
  visit.storage.setItem(keyFor(visit), JSON.stringify(recent))
