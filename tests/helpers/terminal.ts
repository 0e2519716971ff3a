// A person at a terminal: each command line has a socket of its own.
import { WebSocket } from 'ws'
import { type Client, encodePath } from './client.ts'

export interface Line {
  /** The messages received. */
  frames: string[]
  /** How the socket was closed. */
  code: number
}

export interface TerminalOptions {
  /** The current folder. */
  folder?: string
  headers?: Record<string, string>
  /** The query: `?auth=…`. */
  query?: string
}

/** Opens a socket at a replica (its base URL). @throws Error `refused with N` */
export function openTerminal(
  url: string,
  { token }: Pick<Client, 'token'>,
  { folder = '/', headers, query = '' }: TerminalOptions = {},
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/command${encodePath(folder)}${query}`, {
    headers: { ...(token && { 'X-Auth': token }), ...headers },
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket)).once('error', reject)
    socket.once('unexpected-response', (_, response) => {
      response.resume()
      reject(new Error(`refused with ${response.statusCode ?? 0}`))
    })
  })
}

/** Collects messages until the server closes. */
export function readLine(socket: WebSocket): Promise<Line> {
  const frames: string[] = []
  return new Promise((resolve) => {
    socket.on('message', (data) => void frames.push(String(data)))
    socket.once('close', (code) => resolve({ frames, code }))
    socket.on('error', () => undefined)
  })
}

/** Runs one line and returns everything that comes back. */
export async function runLine(
  url: string,
  client: Pick<Client, 'token'>,
  text: string,
  options?: TerminalOptions,
): Promise<Line> {
  const socket = await openTerminal(url, client, options)
  const line = readLine(socket)
  socket.send(text)
  return line
}
