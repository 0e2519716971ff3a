import type { TokenUser } from '../../../backend/contract/session.ts'
import type { Preferences } from '../api/users.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** If two changes follow each other quickly the later one wins, because it waits for the earlier one. */
let before: Promise<unknown> = Promise.resolve()

/** Saves a preference of the person. The page reads preferences from the token, so it is renewed. @throws ApiError */
export function savePreference(
  root: RootStore,
  user: Pick<TokenUser, 'id'>,
  wish: Partial<Preferences>,
): Promise<void> {
  const saved = save(root, user, { wish, after: before })
  before = saved.catch(() => undefined)
  return saved
}

async function save(
  { api, session }: RootStore,
  { id }: Pick<TokenUser, 'id'>,
  { wish, after }: { wish: Partial<Preferences>; after: Promise<unknown> },
): Promise<void> {
  await after
  await api.users.update(id, wish)
  await session.renew()
}
