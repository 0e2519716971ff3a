// A site with calendars, over HTTPS, on this machine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { SELF_SIGNED } from '../helpers/self-signed.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface CalendarSite {
  /** Without a slash at its end. */
  url: string
  /** What answers, by path. */
  answers: Map<string, Answer>
  /** The paths that were asked for. */
  seen: string[]
  /** The settings with which a worker trusts it. */
  trusted: Record<string, string>
  stop(): Promise<void>
}

export async function startCalendarSite(): Promise<CalendarSite> {
  const answers = new Map<string, Answer>()
  const seen: string[] = []
  const server = https.createServer(SELF_SIGNED, (request, response) => {
    const at = request.url ?? '/'
    seen.push(at)
    const answer = answers.get(at)
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-calendars-'))
  const certificate = path.join(folder, 'site.pem')
  await writeFile(certificate, SELF_SIGNED.cert)
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    seen,
    trusted: { NODE_EXTRA_CA_CERTS: certificate },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A calendar that is sent again only to those who do not have it. */
export const calendarOf =
  (text: string, etag = `"${text.length}"`): Answer =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'text/calendar', etag }).end(text)
  }

/** The text of a calendar with these events, each as lines. */
export const textOf = (...events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//school//EN',
    'X-WR-CALNAME:School',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
