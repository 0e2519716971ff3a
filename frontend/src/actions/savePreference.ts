import pLimit from 'p-limit'
import type { TokenUser } from '../../../backend/contract/session.ts'
import type { Preferences } from '../api/users.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Of two wishes that follow each other quickly the later one counts. */
const inOrder = pLimit(1)

/** Keeps a wish with the person. The page goes by the token, which is renewed for that. @throws ApiError */
export function savePreference(
  { api, session }: RootStore,
  user: Pick<TokenUser, 'id'>,
  wish: Partial<Preferences>,
): Promise<void> {
  return inOrder(async () => {
    await api.users.update(user.id, wish)
    await session.renew()
  })
}
