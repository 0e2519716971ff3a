// Fetches the file at a link, and goes on where a connection broke off.
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dialled } from '../../../lib/dial/fetching.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import { failed } from '../landing-failures.ts'
import { checkStatus, factsOf, isRest, type LinkFacts, Unavailable } from './answer.ts'
import { dialFailureOf } from './dial-failures.ts'
import { FileSink } from './file-sink.ts'

export interface DownloadOptions {
  dialler: Pick<Dialler, 'dial'>
  link: string
  /** Where the bytes go. What an earlier run has left there is gone on with. */
  file: string
  /** What that is the beginning of; null if nothing is known. */
  facts: LinkFacts | null
  idleMs: number
  signal: AbortSignal
  /** Bytes a second that may come now; 0 for no limit. */
  rate(): Promise<number>
  /**
   * Told before the first byte is written, and how many are there that these are the rest of. It answers how many there
   * may be in all.
   */
  onFacts(facts: LinkFacts, come: number): Promise<number>
  /** Told as bytes come: how many are in the file now. */
  onBytes(bytes: number): void
}

/** Tries in a row that bring nothing. */
const TRIES_MAX = 6
const PAUSE_MS = 500

/** Fetches to the last byte. @throws JobFailed, the signal's reason */
export async function download(options: DownloadOptions): Promise<LinkFacts> {
  let { facts } = options
  let fruitless = 0
  for (;;) {
    const before = await bytesOf(options.file)
    try {
      return await fetchOnce(options, facts, (found) => {
        facts = found
      })
    } catch (error) {
      options.signal.throwIfAborted()
      const failure = dialFailureOf(error)
      if (failure) throw failure
      fruitless = (await bytesOf(options.file)) > before ? 1 : fruitless + 1
      if (fruitless >= TRIES_MAX) throw failed('unreachable', error instanceof Error ? error.message : '')
      await sleep(PAUSE_MS * 2 ** fruitless, undefined, { signal: options.signal })
    }
  }
}

async function fetchOnce(
  options: DownloadOptions,
  facts: LinkFacts | null,
  remember: (facts: LinkFacts) => void,
): Promise<LinkFacts> {
  const { link, file, idleMs, signal, dialler } = options
  const come = await bytesOf(file)
  if (facts !== null && come > 0 && come === facts.size) return facts
  const validator = come > 0 ? (facts?.validator ?? null) : null
  const headers: Record<string, string> = validator === null ? {} : { range: `bytes=${come}-`, 'if-range': validator }
  const answer = await dialler.dial(link, { headers, maxBytes: Infinity, idleMs, signal })
  try {
    if (facts !== null && validator !== null && isRest(answer, come))
      return await write(options, answer, { facts, come })
    // What is there belongs to another content, or to none that can be gone on with.
    await rm(file, { force: true })
    if (answer.status === 416 || answer.status === 206) throw new Unavailable(answer.status)
    checkStatus(answer)
    const found = factsOf(answer)
    remember(found)
    return await write(options, answer, { facts: found, come: 0 })
  } finally {
    answer.body.destroy()
  }
}

/** Appends the body to the file. */
async function write(
  { file, signal, rate, onFacts, onBytes }: DownloadOptions,
  { body }: Dialled,
  { facts, come }: { facts: LinkFacts; come: number },
): Promise<LinkFacts> {
  const most = await onFacts(facts, come)
  const sink = new FileSink({ file, come, most, rate, signal, onBytes })
  await fill(sink, body)
  const { bytes } = sink
  // Without a length, the end of the connection is the end of the file.
  if (facts.size !== null && bytes !== facts.size) throw new Error(`${bytes} of ${facts.size} bytes came`)
  return { ...facts, size: bytes }
}

/** Writes a body. Where it breaks off, what has come of it is written before this fails. */
async function fill(sink: FileSink, body: Readable): Promise<void> {
  let failure: unknown
  body
    .once('error', (error) => {
      failure = error
      sink.end()
    })
    .pipe(sink)
  await finished(sink)
  if (failure !== undefined) throw failure
}

const bytesOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
