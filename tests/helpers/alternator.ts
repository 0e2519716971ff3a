// A proxy in front of several replicas: each request goes to the next one, byte for byte, as behind an ingress without
// session affinity.
import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const KEEP_ALIVE_MS = 75_000

/** A running alternator. */
export interface Alternator {
  /** Its address, with the base path of the replicas. */
  url: string
  stop(): Promise<void>
}

/**
 * @param urls base URLs of the replicas; all have the same base path
 * @param delayMs how long each answer is held back, as on a slow network
 */
export async function startAlternator(urls: string[], delayMs = 0): Promise<Alternator> {
  const replicas = urls.map((url) => new URL(url))
  let next = 0
  const choose = (): URL => {
    const replica = replicas[next++ % replicas.length]
    if (!replica) throw new Error('an alternator without replicas')
    return replica
  }
  // It keeps connections as long as the replicas do: one that closes just when it is used again costs a browser a try.
  const server = http.createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
    passOn(choose(), { request, response, delayMs }),
  )
  server.on('upgrade', (request, socket: net.Socket, head) => passSocket(choose(), { request, socket, head }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}${replicas[0]?.pathname.replace(/\/$/, '') ?? ''}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Passed {
  request: http.IncomingMessage
  response: http.ServerResponse
  delayMs: number
}

function passOn(replica: URL, { request, response, delayMs }: Passed): void {
  const onward = http.request(
    {
      hostname: replica.hostname,
      port: replica.port,
      method: request.method,
      path: request.url,
      headers: request.rawHeaders,
      setHost: false,
      agent: false,
    },
    async (answer) => {
      if (delayMs > 0) await sleep(delayMs)
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutConnection(answer.rawHeaders))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    },
  )
  onward.on('error', () => response.destroy())
  // Interim answers (RFC 9110 section 15.2) are part of what a client waits for.
  onward.on('continue', () => response.writeContinue())
  request.pipe(onward)
  // A disconnection on either side is passed on to the other.
  response.on('close', () => onward.destroy())
  request.on('error', () => onward.destroy())
}

// The client's connection is separate from the replica's and has its own rules.
function withoutConnection(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))
}

function passSocket(
  replica: URL,
  { request, socket, head }: { request: http.IncomingMessage; socket: net.Socket; head: Buffer },
): void {
  const onward = net.connect(Number(replica.port), replica.hostname, () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`]
    for (let index = 0; index < request.rawHeaders.length; index += 2)
      lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
    onward.write(`${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}
