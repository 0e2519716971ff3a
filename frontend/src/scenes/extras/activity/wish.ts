// The filter of the activity, as the page's address has it.
import { ACTIVITY_KINDS, ACTIVITY_PLACES } from '../../../../../backend/contract/activity-kinds.ts'
import type { ActivityWish } from '../../../api/activity.ts'

/** Without what means nothing. */
export function activityWishOf(query: URLSearchParams): ActivityWish {
  const [where, who, kind] = ['where', 'who', 'kind'].map((name) => query.get(name) ?? '')
  return {
    ...(ACTIVITY_PLACES.some((one) => one === where) ? { where } : {}),
    ...(who ? { who } : {}),
    ...(ACTIVITY_KINDS.some((one) => one === kind) ? { kind } : {}),
  } as ActivityWish
}
