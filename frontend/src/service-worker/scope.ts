import type { PushMessage, WorkerWord } from '../../../backend/contract/push-message.ts'

/** What the worker uses of `ServiceWorkerGlobalScope`, which the types of pages do not have. */
interface Scope {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Lasting & { data: unknown }) => void): void
  addEventListener(type: 'push', listener: (event: Lasting & { data: PushData | null }) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Lasting & { notification: Notification }) => void): void
}
export interface PushData {
  json(): Partial<PushMessage> | null
}
export interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
export interface Fetching extends Lasting {
  request: Request
  respondWith(answer: Promise<Response>): void
}
export interface WindowClient {
  url: string
  focus(): Promise<unknown>
  postMessage(word: WorkerWord, ports?: MessagePort[]): void
}

export const scope = self as unknown as Scope
