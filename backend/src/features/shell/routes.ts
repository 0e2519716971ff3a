// /api/command: a socket for each command line.
import type { RawData, WebSocket } from 'ws'
import { can } from '../../../contract/rights.ts'
import type { Locale } from '../../../contract/locales.ts'
import { liveCalls } from '../../../contract/calls/live.ts'
import { SOCKETS_MAX } from '../../../contract/limits.ts'
import { askerOf } from '../../http/asking.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { WebSockets } from '../../http/web-sockets.ts'
import { AppError } from '../../lib/app-error.ts'
import { runAsked } from '../../lib/asker.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Standing } from '../session/standing.ts'
import type { Shell } from './service.ts'

export interface ShellRoutesOptions {
  shell: Shell
  webSockets: Pick<WebSockets, 'accept'>
  standing: Standing
}

const RETRY_SECONDS = 10
/** A socket without a command line is closed after this time. */
export const SILENCE_MS = 60_000
/** How often the rights of a person are checked again while their command runs. */
const REVIEW_MS = 2_000
/** Bytes that may wait for a page that reads slowly. */
const WAITING_MAX_BYTES = 256 * 1024
/** RFC 6455 section 7.4.1: normal end; protocol error; internal error. */
const CLOSE = { done: 1000, refused: 1008, fault: 1011 }

export function shellRoutes(options: ShellRoutesOptions): Route[] {
  /** Open sockets by person. */
  const open = new Map<number, number>()
  const count = (userId: number, by: 1 | -1) => {
    const left = (open.get(userId) ?? 0) + by
    if (left === 0) open.delete(userId)
    else open.set(userId, left)
  }
  return [
    on(liveCalls.command, (ctx, { path }) => {
      const { user, sessionId, address } = ctx.state
      const { language } = user
      if ((open.get(user.id) ?? 0) >= SOCKETS_MAX)
        throw new AppError('tooManyRequests', 'too many open sockets', { retryAfter: RETRY_SECONDS })
      const socket = options.webSockets.accept(ctx)
      count(user.id, 1)
      socket.once('close', () => count(user.id, -1))
      const asked = { socket, folder: path, userId: user.id, language, sessionId, address }
      listen(socket, (text) => runAsked(askerOf(ctx), () => answer(options, { ...asked, text })))
    }),
  ]
}

/** Waits for the first line that is not blank. Later lines are ignored, and a silent socket is closed. */
export function listen(
  socket: Pick<WebSocket, 'on' | 'once' | 'off' | 'close'>,
  answer: (text: string) => Promise<void>,
): void {
  const silence = setTimeout(() => socket.close(CLOSE.refused), SILENCE_MS)
  const stop = () => {
    clearTimeout(silence)
    socket.off('message', hear)
  }
  const hear = (data: RawData, isBinary: boolean) => {
    const text = isBinary ? '' : String(data)
    if (text.trim() === '') return
    stop()
    void answer(text)
  }
  socket.on('message', hear)
  socket.once('close', stop)
}

interface Asked {
  socket: WebSocket
  text: string
  folder: UserPath
  userId: number
  language: Locale
  sessionId: string
  address: string
}

async function answer(
  { shell, standing }: ShellRoutesOptions,
  { socket, text, folder, userId, language, sessionId, address }: Asked,
): Promise<void> {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  // Permissions are those stored now, not those when the socket opened.
  const whoAsks = async () => ((await standing.sessionEnd(sessionId)) === null ? null : standing.person(userId))
  const closeUnlessAllowed = async () => {
    const person = await whoAsks()
    if (!person || !can(person.user, 'execute')) socket.close(CLOSE.refused)
  }
  // What cannot be checked now is checked again later.
  const review = setInterval(() => void closeUnlessAllowed().catch(() => undefined), REVIEW_MS).unref()
  try {
    const person = await whoAsks()
    if (!person) return socket.close(CLOSE.refused)
    for await (const line of shell.run({
      user: person.user,
      actor: { ...person.actor, address },
      folder,
      text,
      language,
      signal: gone.signal,
    }))
      await send(socket, line)
    socket.close(CLOSE.done)
  } catch {
    // The other side has gone, or the person cannot be determined.
    socket.close(CLOSE.fault)
  } finally {
    clearInterval(review)
  }
}

/** Sends a line. Waits if the page reads more slowly than the command writes. */
async function send(socket: WebSocket, line: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount < WAITING_MAX_BYTES) return socket.send(line, () => undefined)
  await new Promise<void>((resolve) => {
    socket.send(line, () => resolve())
  })
}
