import { isPageOutdated } from '../lib/page-version.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Says that Nido was updated, if it was, and offers to reload the page. It does not interrupt anything. */
export async function offerReload({ toasts }: RootStore): Promise<void> {
  const isTold = () => toasts.toasts.some(({ message }) => message.key === 'failure.updated')
  if (isTold() || !(await isPageOutdated()) || isTold()) return
  toasts.show({
    kind: 'bad',
    message: { key: 'failure.updated' },
    action: { label: 'failure.reload', run: () => location.reload() },
  })
}
