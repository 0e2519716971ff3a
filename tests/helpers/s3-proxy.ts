// A proxy between Nido and S3 that passes everything on, except for requests that a test wants to fail.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request: its method, and its path with the query. */
interface Asked {
  method: string
  url: URL
  headers: http.IncomingHttpHeaders
}
export type Matches = (request: Asked) => boolean

/** A status and an error in S3's format. */
export interface Refusal {
  status: number
  code: string
  message: string
}

export interface S3Proxy {
  /** The value for `S3_ENDPOINT`. */
  endpoint: string
  /** From now on matching requests are answered with 503, or with `words`, and do not reach S3; null ends this. */
  refuse(matches: Matches | null, words?: Refusal): void
  /** From now on answers are delayed by this many milliseconds. */
  delay(milliseconds: (request: Asked) => number): void
  /** Holds back what is still to come of matching answers, such as events, until the returned function is called. */
  hold(matches: Matches): () => void
  /** From now on S3 executes matching requests, but their answers are lost; null ends this. */
  lose(matches: Matches | null): void
  /**
   * From now on listings leave out these keys, as MinIO's listings leave out what it could not read; null ends this.
   * `folders`: all listings with a delimiter; `once`: only the next listing, of any kind, that has one of the keys.
   */
  leaveOut(keys: readonly string[] | null, of?: 'folders' | 'once'): void
  /** How many listings have left something out since the last `leaveOut`. */
  readonly leftOut: number
  /** How many requests have been refused since the last `refuse`. */
  readonly refused: number
  /** How many answers have been lost since the last `lose`. */
  readonly lost: number
  /** How many requests have arrived. */
  readonly asked: number
  /** Bytes of bodies passed on to S3, and bytes returned from it. */
  readonly sent: number
  readonly received: number
  stop(): Promise<void>
}

const BUSY: Refusal = { status: 503, code: 'SlowDown', message: 'Reduce your request rate.' }
const bodyOf = ({ code, message }: Refusal) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`

/** A listing (S3 API, ListObjectsV2) without some objects. */
const withoutKeys = (listing: string, keys: readonly string[]): string =>
  keys.reduce(
    (text, key) => text.replace(new RegExp(`<Contents><Key>${RegExp.escape(encodeURI(key))}</Key>.*?</Contents>`), ''),
    listing,
  )

/** Signatures cover the Host header, so it is passed on unchanged. */
export async function startS3Proxy(s3Endpoint: string): Promise<S3Proxy> {
  const target = new URL(s3Endpoint)
  const agent = new http.Agent({ keepAlive: true })
  let matches: Matches | null = null
  let words = BUSY
  let refused = 0
  let isToLose: Matches | null = null
  let lost = 0
  let unlisted: readonly string[] | null = null
  let leavesOutOf: 'folders' | 'once' = 'folders'
  let leftOut = 0
  let count = 0
  let sent = 0
  let received = 0
  const coming = new Map<http.IncomingMessage, Asked>()
  let delay: Parameters<S3Proxy['delay']>[0] = () => 0
  const server = http.createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const asked = { method, url: new URL(url, target), headers }
    count += 1
    if (matches?.(asked) === true) {
      refused += 1
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(words.status, { 'Content-Type': 'application/xml' })
            .end(method === 'HEAD' ? undefined : bodyOf(words)),
        )
      return
    }
    const late = sleep(delay(asked))
    const handBack = async (answer: http.IncomingMessage) => {
      await late
      if (isToLose?.(asked) === true) {
        lost += 1
        answer.resume().on('close', () => response.destroy())
        return
      }
      const { searchParams } = asked.url
      const isListing = method === 'GET' && searchParams.has(leavesOutOf === 'once' ? 'prefix' : 'delimiter')
      if (unlisted !== null && isListing) {
        const whole = Buffer.concat(await answer.toArray()).toString()
        const cut = withoutKeys(whole, unlisted)
        if (cut !== whole) leftOut += 1
        if (cut !== whole && leavesOutOf === 'once') unlisted = null
        const { 'content-length': _, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 502, { ...kept, date: new Date().toUTCString() }).end(cut)
        return
      }
      // The answer needs a current date, because Nido's client sets its clock by it.
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, date: new Date().toUTCString() })
      coming.set(answer, asked)
      answer
        .on('close', () => coming.delete(answer))
        .on('data', (bytes: Buffer) => {
          received += bytes.length
        })
        .pipe(response)
    }
    const onward = http.request(
      { agent, host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => void handBack(answer),
    )
    onward.on('error', () => response.destroy())
    // Event listeners and cancelled requests disconnect here.
    response.on('close', () => onward.destroy())
    request
      .on('data', (bytes: Buffer) => {
        sent += bytes.length
      })
      .pipe(onward)
  })
  // As long as MinIO, and longer than Nido does: a write is not sent again where its kept connection ends.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (wanted, how = BUSY) => {
      matches = wanted
      words = how
      refused = 0
    },
    delay: (milliseconds) => {
      delay = milliseconds
    },
    hold: (wanted) => {
      const held = [...coming].filter(([, asked]) => wanted(asked)).map(([answer]) => answer)
      for (const answer of held) answer.pause()
      return () => held.forEach((answer) => answer.resume())
    },
    lose: (wanted) => {
      isToLose = wanted
      lost = 0
    },
    leaveOut: (keys, of = 'folders') => {
      unlisted = keys
      leavesOutOf = of
      leftOut = 0
    },
    get leftOut() {
      return leftOut
    },
    get refused() {
      return refused
    },
    get lost() {
      return lost
    },
    get asked() {
      return count
    },
    get sent() {
      return sent
    },
    get received() {
      return received
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}
