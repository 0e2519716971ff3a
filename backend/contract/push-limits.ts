// The limits of push. Without schemas, so that the page can import it.

/** Devices of a person that reminders are pushed to. */
export const PUSH_DEVICES_MAX = 10
/** Characters of the address that a browser gives, and bytes of its keys (RFC 8291 section 3.1). */
export const PUSH_ENDPOINT_MAX = 1_000
export const PUSH_KEY_BYTES = 65
export const PUSH_SECRET_BYTES = 16
/** What became of the last push to a device. */
export const PUSH_OUTCOMES = ['sent', 'refused', 'failed'] as const
export type PushOutcome = (typeof PUSH_OUTCOMES)[number]
/** Path of the service worker, below the base URL. */
export const SERVICE_WORKER_PATH = '/sw.js'
