// The service worker, as the page that it keeps uses it.
import { activeWorker, type WorkerPlace } from './push-subscription.ts'

export interface KeptPage {
  /** Looks for an update of Nido. */
  look(): void
  stop(): void
}

/**
 * Has the service worker keep this page. Browsers have service workers over TLS only; elsewhere nothing happens.
 * `onUpdate`: another build of the page was kept in the place of this one's.
 */
export function keepPage(place: WorkerPlace, onUpdate: () => void): KeptPage {
  // Vite's own server has no worker.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return { look: () => {}, stop: () => {} }
  const workers = navigator.serviceWorker
  // The first worker of a page is no update.
  let isFirst = workers.controller === null
  const change = () => {
    if (!isFirst) onUpdate()
    isFirst = false
  }
  workers.addEventListener('controllerchange', change)
  const outside = new PerformanceObserver((list) => void keepFiles(list.getEntries() as PerformanceResourceTiming[]))
  // Where it is refused, as in some private windows, the page needs its connection.
  const coming = activeWorker(place).catch(() => null)
  let isStopped = false
  const observe = () => outside.observe({ type: 'resource', buffered: true })
  void coming.then((registration) => (registration === null || isStopped ? undefined : observe()))

  /** What did not go through the worker, such as all that came before it. The worker decides what it keeps. */
  async function keepFiles(entries: PerformanceResourceTiming[]): Promise<void> {
    const names = entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name)
    const files = names.filter((name) => name.includes('/static/assets/'))
    if (files.length > 0) (await coming)?.active?.postMessage(files)
  }

  return {
    look: () => void coming.then((registration) => registration?.update()).catch(() => undefined),
    stop: () => {
      isStopped = true
      outside.disconnect()
      workers.removeEventListener('controllerchange', change)
    },
  }
}
