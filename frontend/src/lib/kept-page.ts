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
  const life = new AbortController()
  // The first worker of a page is no update.
  let isFirst = workers.controller === null
  const change = () => {
    if (!isFirst) onUpdate()
    isFirst = false
  }
  workers.addEventListener('controllerchange', change, { signal: life.signal })
  // Where it is refused, as in some private windows, the page needs its connection.
  const coming = activeWorker(place).catch(() => null)
  void coming.then((registration) => (registration === null ? undefined : reportFiles(registration, life.signal)))
  return {
    look: () => void coming.then((registration) => registration?.update()).catch(() => undefined),
    stop: () => life.abort(),
  }
}

/** Tells the worker what did not go through it, such as all that came before it. It decides what it keeps. */
function reportFiles(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  if (signal.aborted) return
  const outside = new PerformanceObserver((list) => {
    const entries = (list.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0)
    const files = entries.map(({ name }) => name).filter((name) => name.includes('/static/assets/'))
    if (files.length > 0) registration.active?.postMessage(files)
  })
  outside.observe({ type: 'resource', buffered: true })
  signal.addEventListener('abort', () => outside.disconnect())
}
