// Sends one message to one device: encrypted for its browser (RFC 8291) and signed by us (RFC 8292), to an address that
// a client has named.
import webPush from 'web-push'
import type { PushMessage } from '../../../contract/push-message.ts'
import { REMINDER_LATE_MS } from '../../../contract/reminder-limits.ts'
import type { Dialler } from '../../lib/dial/index.ts'
import type { Log } from '../../lib/log.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { PushKeys } from './keys.ts'
import type { StoredPushDevice } from './model.ts'

const WITHIN_MS = 20_000
const ANSWER_MAX_BYTES = 64 * 1024
/** A reminder is of no use later. */
const TTL_SECONDS = REMINDER_LATE_MS / 1000
const TOPIC_MAX = 32

/**
 * What became of a message. `gone`: the device has ended. `refused`: the push service does not take it, now or later.
 * `failed`: it is tried again, after `waitMs` if the service says so.
 */
export type PushResult = { outcome: 'sent' | 'gone' | 'refused' } | { outcome: 'failed'; waitMs: number }

export interface PushSenderOptions {
  keys: Pick<PushKeys, 'get'>
  dialler: Pick<Dialler, 'dial'>
  metrics: Pick<Metrics, 'pushes'>
  log: Pick<Log, 'info'>
}

export class PushSender {
  readonly #options: PushSenderOptions

  constructor(options: PushSenderOptions) {
    this.#options = options
  }

  async send(device: StoredPushDevice, message: PushMessage, signal: AbortSignal): Promise<PushResult> {
    const { metrics, log } = this.#options
    try {
      const result = await this.#ask(device, message, signal)
      metrics.pushes.inc({ outcome: result.outcome })
      return result
    } catch (error) {
      if (signal.aborted) throw error
      // The address itself is not logged: whoever has it can write to it.
      const code = codeOf(error)
      const outcome = LASTING.includes(code) ? 'gone' : 'failed'
      log.info({ code, host: new URL(device.endpoint).host }, 'a push service could not be asked')
      metrics.pushes.inc({ outcome })
      return outcome === 'gone' ? { outcome } : { outcome, waitMs: 0 }
    }
  }

  async #ask(device: StoredPushDevice, message: PushMessage, signal: AbortSignal): Promise<PushResult> {
    const keys = await this.#options.keys.get()
    const { endpoint, p256dh, auth } = device
    // It subscribed with other keys, which are no more.
    if (device.key !== keys.publicKey) return { outcome: 'gone' }
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: subjectOf(device.origin), ...keys },
        TTL: TTL_SECONDS,
        urgency: 'high',
        topic: message.tag.slice(0, TOPIC_MAX),
        contentEncoding: 'aes128gcm',
      },
    )
    const answer = await this.#options.dialler.dial(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body ?? Buffer.alloc(0),
      maxBytes: ANSWER_MAX_BYTES,
      withinMs: WITHIN_MS,
      signal,
    })
    answer.body.on('error', () => undefined).destroy()
    return resultOf(answer.status, answer.headers['retry-after'])
  }
}

/** The address may not be asked: a private one, one with a password in it, or none of https. */
const LASTING: readonly string[] = ['EPRIVATE', 'EBADLINK']
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown')

/** RFC 8030 sections 5 and 7.3. A redirect is not followed. */
function resultOf(status: number, retryAfter: string | undefined): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 429 || status >= 500) return { outcome: 'failed', waitMs: Math.max(0, Number(retryAfter) || 0) * 1000 }
  return { outcome: 'refused' }
}

/**
 * Whom a push service may turn to. Some refuse `localhost`, so a page without TLS, on one's own machine, names nobody
 * who exists (RFC 2606).
 */
const subjectOf = (origin: string): string => (origin.startsWith('https://') ? origin : 'mailto:nobody@nido.invalid')
