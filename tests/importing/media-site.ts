// A site with media, on this machine: what a person links to.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers a request in its own way. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A file, or what answers for it. */
export type Page = { body: Buffer | string; type?: string; headers?: Record<string, string> } | Handler

export interface SeenRequest {
  path: string
  range: string | null
  agent: string
}

export interface MediaSite {
  url: string
  port: number
  /** What is served, by path. */
  pages: Map<string, Page>
  seen: SeenRequest[]
  stop(): Promise<void>
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  ts: 'video/mp2t',
  rss: 'application/rss+xml',
  vtt: 'text/vtt',
  jpg: 'image/jpeg',
  torrent: 'application/x-bittorrent',
}

/** `wanted`: its port; 0 for a free one. */
export async function startMediaSite(host = '127.0.0.1', wanted = 0): Promise<MediaSite> {
  const pages = new Map<string, Page>()
  const seen: SeenRequest[] = []
  const server = http.createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').split('?')[0] ?? '/')
    seen.push({ path, range: request.headers.range ?? null, agent: request.headers['user-agent'] ?? '' })
    const page = pages.get(path)
    if (page === undefined) response.writeHead(404).end('not found')
    else if (typeof page === 'function') page(request, response)
    else sendFile(path, page, { request, response })
  })
  await new Promise<void>((resolve) => {
    server.listen(wanted, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    pages,
    seen,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** A file with ranges, ETag and a type by its ending. */
function sendFile(
  path: string,
  { body, type, headers = {} }: Exclude<Page, Handler>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  const bytes = Buffer.from(body)
  const etag = headers['etag'] ?? `"${bytes.length}"`
  const common = {
    'accept-ranges': 'bytes',
    'content-type': type ?? TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    etag,
    ...headers,
  }
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
  const isSame = [undefined, etag].includes(request.headers['if-range'] as string | undefined)
  if (from === undefined || !isSame) response.writeHead(200, { ...common, 'content-length': bytes.length }).end(bytes)
  else if (Number(from) >= bytes.length) response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
  else {
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    const rest = bytes.subarray(Number(from))
    response.writeHead(206, { ...common, 'content-range': range, 'content-length': rest.length }).end(rest)
  }
}

/** Sends the head at once and the body in pieces, one each `everyMs`, until `bytes` are sent or nobody listens. */
export const dripping =
  ({
    bytes,
    piece,
    everyMs,
    headers,
  }: {
    bytes: Buffer
    piece: number
    everyMs: number
    headers: http.OutgoingHttpHeaders
  }): Handler =>
  (request, response) => {
    const [, from] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    let at = Number(from ?? 0)
    const range = { 'content-range': `bytes ${at}-${bytes.length - 1}/${bytes.length}` }
    const length = { 'content-length': bytes.length - at }
    response.writeHead(from === undefined ? 200 : 206, { ...headers, ...length, ...(from !== undefined && range) })
    const timer = setInterval(() => {
      response.write(bytes.subarray(at, at + piece))
      at += piece
      if (at >= bytes.length) response.end()
    }, everyMs)
    response.once('close', () => clearInterval(timer))
  }

/** A body without end or length, as fast as it is taken. */
export const endless =
  (headers: http.OutgoingHttpHeaders): Handler =>
  (_request, response) => {
    response.writeHead(200, headers)
    const piece = Buffer.alloc(256 * 1024, 'endless ')
    const send = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', send)
    send()
  }
