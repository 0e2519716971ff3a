import type { TokenUser } from '../../../backend/contract/session.ts'
import type { Preferences } from '../api/users.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Of two wishes that follow each other quickly the later one counts: it waits for the one before. */
let before: Promise<unknown> = Promise.resolve()

/** Keeps a wish with the person. The page goes by the token, which is renewed for that. @throws ApiError */
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
