// What somebody looked for before, as this browser keeps it.

type Somebody = { id: number } | null

const keyFor = (user: Somebody): string => `nido-searches-${user?.id ?? 0}`

/** The searches of a person, the newest first. */
export function readRecent(storage: Pick<Storage, 'getItem'>, user: Somebody): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyFor(user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string') : []
  } catch {
    return []
  }
}

export const keepRecent = (
  storage: Pick<Storage, 'setItem'>,
  { user, recent }: { user: Somebody; recent: readonly string[] },
): void => storage.setItem(keyFor(user), JSON.stringify(recent))
