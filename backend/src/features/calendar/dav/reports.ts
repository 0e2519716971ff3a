// The reports of a calendar: a question, named events, and what has changed since the last time.
import { AppError } from '../../../lib/app-error.ts'
import { Yielding } from '../../../lib/yielding.ts'
import type { StoredEvent } from '../types.ts'
import type { Collection } from './collections.ts'
import { resourceOf } from '../log.ts'
import type { Component } from '../icalendar/properties.ts'
import { filterOf, passes } from './filter.ts'
import { pathOf, davPlaceOf } from './places.ts'
import { type DavFound, goneResponse, namesIn, type DavReader, responseOf, tokenOf } from './properties.ts'
import { RefusedReport } from './refusals.ts'
import { caldav, childNamed, dav, element, type Element } from './xml.ts'

const HREFS_MAX = 1_000

/** A calendar with its events, as the reports need it. */
export interface Opened {
  collection: Collection
  events: readonly StoredEvent[]
  /** What has changed since a state, by name; null if that is not known. */
  changedSince(state: string): readonly string[] | null
  found(event: StoredEvent): DavFound
  /** As the reader may know it. */
  componentsOf(event: StoredEvent): Promise<Component[]>
}

/** The answer of a report. @throws AppError `badRequest`, `forbidden` for one that is not supported */
export async function answerReport(request: Element, opened: Opened, reader: DavReader): Promise<Element> {
  if (request.name === caldav('calendar-query')) return answerQuery(request, opened, reader)
  if (request.name === caldav('calendar-multiget')) return answerMultiget(request, opened, reader)
  if (request.name === dav('sync-collection')) return answerSync(request, opened, reader)
  throw new AppError('forbidden', 'there is no such report')
}

async function answerQuery(
  request: Element,
  { events, found, componentsOf }: Opened,
  reader: DavReader,
): Promise<Element> {
  const filter = filterOf(request)
  const names = namesIn(request)
  const turns = new Yielding()
  const responses: Element[] = []
  for (const event of filter.isForEvents ? events : []) {
    if (await passes(event, filter, { turns, componentsOf }))
      responses.push(await responseOf(found(event), names, reader))
    await turns.pass()
  }
  return element(dav('multistatus'), responses)
}

async function answerMultiget(request: Element, opened: Opened, reader: DavReader): Promise<Element> {
  const hrefs = request.children.filter(({ name }) => name === dav('href')).map(({ text }) => text.trim())
  if (hrefs.length > HREFS_MAX) throw new AppError('badRequest', `${HREFS_MAX} events at most`)
  const { collection, events } = opened
  const byName = new Map(events.map((event) => [resourceOf(event), event]))
  const asked = hrefs.map((href): Named => {
    const path = pathIn(href, reader)
    const place = davPlaceOf(path)
    const isHere = place?.kind === 'object' && place.calendar === collection.resource
    return { path, event: isHere ? byName.get(place.name) : undefined }
  })
  return element(dav('multistatus'), await answerEach(asked, request, { opened, reader }))
}

/** A path, and the event there, if there is one. */
interface Named {
  path: string
  event: StoredEvent | undefined
}

/** What a request asks of each event, or that it is not there any more; with pauses for other requests. */
async function answerEach(
  all: readonly Named[],
  request: Element,
  { opened, reader }: { opened: Opened; reader: DavReader },
): Promise<Element[]> {
  const names = namesIn(request)
  const turns = new Yielding()
  const responses: Element[] = []
  for (const { path, event } of all) {
    responses.push(event ? await responseOf(opened.found(event), names, reader) : goneResponse(path, reader))
    await turns.pass()
  }
  return responses
}

/** The path of an address, below the base path. */
function pathIn(href: string, { base }: DavReader): string {
  const path = URL.parse(href, 'http://localhost')?.pathname ?? ''
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/** RFC 6578. Without a token, or with the newest one, it is simple; a forgotten one makes the client begin anew. */
async function answerSync(request: Element, opened: Opened, reader: DavReader): Promise<Element> {
  const { collection, events } = opened
  const told = childNamed(request, dav('sync-token'))?.text.trim() ?? ''
  const byName = new Map(events.map((event) => [resourceOf(event), event]))
  const changed = told === '' ? [...byName.keys()] : changedSince(told, opened)
  const named = [...new Set(changed)].map((name): Named => ({
    path: pathOf({ kind: 'object', calendar: collection.resource, name }),
    event: byName.get(name),
  }))
  const responses = await answerEach(named, request, { opened, reader })
  return element(dav('multistatus'), [...responses, element(dav('sync-token'), tokenOf(collection))])
}

function changedSince(token: string, { collection, changedSince: since }: Opened): readonly string[] {
  const [, owner, state] = /^urn:nido:sync:(\d+)-(\d+-\w*)$/.exec(token) ?? []
  const changed = Number(owner) === collection.owner && state !== undefined ? since(state) : null
  if (changed === null) throw new RefusedReport('valid-sync-token')
  return changed
}
