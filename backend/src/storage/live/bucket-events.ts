// What happens in the buckets, as the storage itself tells it (MinIO API "ListenNotification" without a bucket: all of
// them, new ones too).
//
// MinIO holds events back until 4 KB have come together (seen in 2026-02; its flush reaches nothing), so the last ones
// of a burst would wait for the next burst. A "nudge" pushes out what waits: a small request whose own event is large.
// When its event comes back, everything that happened before it was sent has been told. That is useful to know on a
// storage that tells at once, too. There are two a second while somebody looks, and few while nobody does.
import { GetObjectAttributesCommand } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import type { Attention } from '../../lib/attention.ts'
import { sleep } from '../../lib/sleep.ts'
import { Yielding } from '../../lib/yielding.ts'
import { type BucketEvent, parseRecords } from './event-records.ts'
import { putObject } from '../objects.ts'
import type { S3Clients } from '../s3-clients.ts'

const NUDGE_KEY = 'nudge'
const NUDGE_EVERY_MS = 500
/** Less than `SILENCE_MS`, since on MinIO nothing else brings bytes. */
const IDLE_NUDGE_EVERY_MS = 6_000
/** A long pause is slept in steps. */
const STEP_MS = 250
/**
 * Metadata (S3 allows 2 KB) of letters for each of which Go's JSON writes six bytes. That makes an event of 8 KB, more
 * than all buffers on the way.
 */
const FILLER = '&'.repeat(1400)
/** Bytes come at least once a second, or with each nudge. After this long without any, the connection is given up. */
const SILENCE_MS = 10_000
const RECONNECT_MIN_MS = 250
const RECONNECT_MAX_MS = 10_000
/** A storage without events is asked again now and then, since it may have been replaced by one that has them. */
const UNSUPPORTED_RETRY_MS = 300_000
const KINDS = [
  's3:BucketCreated:*',
  's3:BucketRemoved:*',
  's3:ObjectAccessed:Attributes',
  's3:ObjectCreated:*',
  's3:ObjectRemoved:*',
]
// Exactly this text is signed.
const QUERY = [...KINDS.map((kind) => `events=${encodeURIComponent(kind).replaceAll('*', '%2A')}`), 'ping=1'].join('&')

export interface BucketEventsOptions {
  clients: Pick<S3Clients, 'events' | 'control'>
  /** What the names of our buckets begin with, since the storage tells of all buckets. */
  bucketPrefix: string
  systemBucket: string
  attention: Attention
  log: Logger
  onEvent: (event: BucketEvent) => void
  /** Called when all that happened until a time (of `performance.now`) has been told. */
  onToldUntil: (time: number) => void
  /** Called when listening has begun. What happened before may have been missed. */
  onConnect: () => void
}

export type EventsState = 'connecting' | 'live' | 'unsupported'

class Unsupported extends Error {}

export class BucketEvents {
  readonly #options: BucketEventsOptions
  #isRunning = false
  #state: EventsState = 'connecting'
  #running: Promise<unknown> = Promise.resolve()
  /** Nudges by the id of their request: those sent, and those whose event came back before the id was known. */
  readonly #sent = new Map<string, number>()
  readonly #back = new Set<string>()

  constructor(options: BucketEventsOptions) {
    this.#options = options
  }

  get state(): EventsState {
    return this.#state
  }

  start(): void {
    this.#isRunning = true
    this.#running = Promise.all([this.#listen(), this.#nudge()])
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#options.clients.events.hangUp()
    this.#options.attention.wake()
    await this.#running
  }

  async #listen(): Promise<void> {
    let pause = RECONNECT_MIN_MS
    while (this.#isRunning) {
      try {
        await this.#listenOnce(() => {
          pause = RECONNECT_MIN_MS
        })
      } catch (error) {
        this.#options.log.debug({ err: error }, 'bucket events broke off')
        if (error instanceof Unsupported && this.#state !== 'unsupported') {
          this.#state = 'unsupported'
          this.#options.log.info('the storage tells no bucket events; changes by other programs are found by listing')
        }
      }
      if (this.#state === 'live') this.#state = 'connecting'
      await this.#rest(this.#state === 'unsupported' ? UNSUPPORTED_RETRY_MS : pause)
      pause = Math.min(pause * 2, RECONNECT_MAX_MS)
    }
  }

  // It sleeps in steps, so that stopping need not wait for the end of a long pause.
  async #rest(ms: number): Promise<void> {
    const end = performance.now() + ms
    while (this.#isRunning && performance.now() < end)
      await sleep(Math.max(1, Math.min(STEP_MS, end - performance.now())))
  }

  async #listenOnce(onLive: () => void): Promise<void> {
    const { minio, region, hangUp } = this.#options.clients.events
    const silence = setTimeout(hangUp, SILENCE_MS).unref()
    try {
      // The answer begins with its first bytes, which a nudge pushes out.
      const response = await minio
        .makeRequestAsync({ method: 'GET', bucketName: '', query: QUERY }, '', [200], region)
        .catch((error: unknown) => {
          throw isRefusal(error) ? new Unsupported('refused', { cause: error }) : error
        })
      let isFirst = true
      // In a record the bucket's name is a text of its own, so lines without our prefix need not be parsed.
      const ours = `"${this.#options.bucketPrefix}`
      const turns = new Yielding()
      for await (const line of linesOf(response, () => silence.refresh())) {
        if (!isFirst && !line.includes(ours)) continue
        const events = parseRecords(line)
        if (!events) throw new Unsupported('that is no event')
        if (isFirst) {
          isFirst = false
          this.#state = 'live'
          onLive()
          this.#options.onConnect()
        }
        for (const event of events) this.#take(event)
        // While many files are copied, hundreds of events come together.
        await turns.pass()
      }
    } finally {
      clearTimeout(silence)
      hangUp()
    }
  }

  #take(event: BucketEvent): void {
    if (event.kind !== 'accessed') this.#options.onEvent(event)
    else if (event.bucket === this.#options.systemBucket && event.key === NUDGE_KEY) this.#comeBack(event.request)
  }

  #comeBack(request: string): void {
    const sentAt = this.#sent.get(request)
    if (sentAt === undefined) {
      this.#back.add(request)
      // Nudges of other replicas come by as well.
      if (this.#back.size > 100) for (const oldest of this.#back) return void this.#back.delete(oldest)
      return
    }
    this.#sent.delete(request)
    this.#options.onToldUntil(sentAt)
  }

  async #nudge(): Promise<void> {
    let isThere = false
    while (this.#isRunning) {
      await this.#options.attention.rest(NUDGE_EVERY_MS, IDLE_NUDGE_EVERY_MS)
      if (!this.#isRunning || this.#state === 'unsupported') continue
      try {
        if (!isThere) await this.#putNudge()
        isThere = true
        await this.#sendNudge()
      } catch (error) {
        isThere = false
        this.#options.log.debug({ err: error }, 'a nudge did not get through')
      }
    }
  }

  async #putNudge(): Promise<void> {
    const {
      clients: { control },
      systemBucket,
    } = this.#options
    await putObject(
      control,
      { bucket: systemBucket, key: NUDGE_KEY },
      { body: Buffer.alloc(0), metadata: { filler: FILLER }, contentType: 'application/octet-stream', length: 0 },
    )
  }

  async #sendNudge(): Promise<void> {
    const {
      clients: { control },
      systemBucket,
    } = this.#options
    const sentAt = performance.now()
    const {
      $metadata: { requestId },
    } = await control.send(
      new GetObjectAttributesCommand({ Bucket: systemBucket, Key: NUDGE_KEY, ObjectAttributes: ['ETag'] }),
    )
    if (requestId === undefined) return
    // Nudges that were lost with a connection never come back.
    for (const [request, at] of this.#sent) if (sentAt - at > 60_000) this.#sent.delete(request)
    this.#sent.set(requestId, sentAt)
    if (this.#back.delete(requestId)) this.#comeBack(requestId)
  }
}

/** Whether a storage answered that it does not have events, or not for us. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (REFUSALS.has(code) || code.startsWith('XMinio'))
}
const REFUSALS: ReadonlySet<string> = new Set([
  'NotImplemented',
  'MethodNotAllowed',
  'InvalidRequest',
  'InvalidArgument',
  'AccessDenied',
  'NoSuchBucket',
  'NoSuchKey',
])

async function* linesOf(response: AsyncIterable<Buffer | string>, onBytes: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response) {
    onBytes()
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield line
  }
}
