// /dav/: CalDAV (RFC 4791) for phones and calendar programs, with a password of their own. The verbs of WebDAV are
// nowhere else.
import type { Context, Middleware, Next } from 'koa'
import { answerStatus } from '../../../http/answers.ts'
import { bytesBody } from '../../../http/bytes-body.ts'
import { inTime } from '../../../http/slow-body.ts'
import { goneOf } from '../../../http/asking.ts'
import type { AppContext } from '../../../http/route.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { CalendarLists } from '../calendars.ts'
import type { CalendarDevice, CalendarDevices } from '../devices.ts'
import { type Collection, type Collections, etagOf, MAX_BYTES } from './collections.ts'
import type { StoredEvent } from '../types.ts'
import { resourceOf } from '../log.ts'
import { mayWrite } from '../presenting.ts'
import { expandIn } from './filter.ts'
import { changedCalendar, newCalendar, patchResponse } from './making.ts'
import { type DavPlace, pathOf, davPlaceOf } from './places.ts'
import { type DavFound, namesIn, type DavReader, responsesOf } from './properties.ts'
import { RefusedReport } from './refusals.ts'
import { answerReport, type Opened } from './reports.ts'
import { answerXml, readBody } from './bodies.ts'
import { dav, element } from './xml.ts'

const METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, MKCALENDAR, PROPFIND, PROPPATCH, REPORT'
const ABILITIES = '1, 3, calendar-access'

export interface DavDoorOptions {
  devices: Pick<CalendarDevices, 'authenticate'>
  collections: Collections
  lists: Pick<CalendarLists, 'add' | 'change' | 'remove'>
  /** The base path, without a slash at its end. */
  base: string
}

/** A request of a device. */
interface Asked {
  ctx: Context
  device: CalendarDevice
  place: DavPlace
  reader: DavReader
}

export function davDoor(options: DavDoorOptions): Middleware {
  const door = new Door(options)
  return async function answerDav(ctx, next: Next) {
    if (ctx.path !== '/dav' && !ctx.path.startsWith('/dav/')) return next()
    ctx.state.route = '/dav'
    await door.answer(ctx)
  }
}

class Door {
  readonly #options: DavDoorOptions

  constructor(options: DavDoorOptions) {
    this.#options = options
  }

  async answer(ctx: Context): Promise<void> {
    ctx.set({ DAV: ABILITIES, Allow: METHODS, 'Cache-Control': 'private, no-cache' })
    if (ctx.method === 'OPTIONS') {
      ctx.status = 200
      ctx.body = ''
      return
    }
    const device = await this.#options.devices.authenticate(ctx.get('Authorization'), ctx.state.address)
    if (device === null) return challenge(ctx)
    const place = davPlaceOf(ctx.path)
    if (place === null) throw new AppError('notFound', 'there is nothing')
    const { userId, username } = device.actor
    const reader = { userId, username, mayMake: mayWrite(device.actor, userId), base: this.#options.base, expand: null }
    await this.#dispatch({ ctx, device, place, reader })
  }

  async #dispatch(asked: Asked): Promise<void> {
    switch (asked.ctx.method) {
      case 'PROPFIND':
        return this.#propfind(asked)
      case 'REPORT':
        return this.#report(asked)
      case 'PROPPATCH':
        return this.#proppatch(asked)
      case 'GET':
      case 'HEAD':
        return this.#get(asked)
      case 'PUT':
        return this.#put(asked)
      case 'MKCALENDAR':
        return this.#make(asked)
      case 'DELETE':
        return this.#remove(asked)
      default:
        throw new AppError('methodNotAllowed', 'there is no such method')
    }
  }

  async #propfind(asked: Asked): Promise<void> {
    const { ctx, reader } = asked
    const names = namesIn(await readBody(ctx))
    const depth = ctx.get('Depth') || 'infinity'
    const places = await this.#placesAt(asked, depth !== '0')
    await answerXml(ctx, element(dav('multistatus'), await responsesOf(places, names, reader)))
  }

  /** A place, and those right below it. Deeper ones are asked for by themselves. */
  async #placesAt({ device, place }: Asked, withBelow: boolean): Promise<DavFound[]> {
    const href = pathOf(place)
    if (place.kind === 'root' || place.kind === 'principal') return [{ kind: place.kind, href }]
    const all = await this.#options.collections.all(device.actor, device.locale)
    const asFound = (collection: Collection): DavFound => ({
      kind: 'calendar',
      href: pathOf({ kind: 'calendar', calendar: collection.resource }),
      collection,
    })
    if (place.kind === 'home') return [{ kind: 'home', href }, ...(withBelow ? all.map(asFound) : [])]
    const opened = await this.#open(device, named(all, place.calendar))
    if (place.kind === 'object') return [opened.found(eventNamed(opened, place.name))]
    return [asFound(opened.collection), ...(withBelow ? opened.events.map(opened.found) : [])]
  }

  /** @throws AppError `notFound` */
  async #open({ actor, locale }: CalendarDevice, collection: Collection | undefined): Promise<Opened> {
    if (collection === undefined) throw new AppError('notFound', 'there is no such calendar')
    const { collections } = this.#options
    const { events, changedSince, state } = await collections.open(collection)
    return {
      collection: { ...collection, state },
      events,
      changedSince,
      componentsOf: (event) => collections.componentsOf(actor, collection.owner, { event, locale }),
      found: (event) => ({
        kind: 'object',
        href: pathOf({ kind: 'object', calendar: collection.resource, name: resourceOf(event) }),
        collection,
        etag: etagOf(event),
        text: (expand) => collections.textOf(actor, collection.owner, { event, locale, expand }),
      }),
    }
  }

  async #openAt({ device, place }: Asked): Promise<Opened> {
    if (place.kind !== 'calendar' && place.kind !== 'object') throw new AppError('forbidden', 'this is no calendar')
    const all = await this.#options.collections.all(device.actor, device.locale)
    return this.#open(device, named(all, place.calendar))
  }

  async #report(asked: Asked): Promise<void> {
    const { ctx, reader } = asked
    const request = await readBody(ctx)
    if (request === null) throw new AppError('badRequest', 'the report is missing')
    try {
      const expanding = { ...reader, expand: expandIn(request) }
      await answerXml(ctx, await answerReport(request, await this.#openAt(asked), expanding))
    } catch (error) {
      if (!(error instanceof RefusedReport)) throw error
      await answerXml(ctx, element(dav('error'), [element(error.condition)]), 403)
    }
  }

  /** Names and colours of one's own calendars, all of what is asked or nothing. */
  async #proppatch(asked: Asked): Promise<void> {
    const { ctx, device, place, reader } = asked
    const request = await readBody(ctx)
    const collection = place.kind === 'calendar' ? (await this.#openAt(asked)).collection : null
    const isOwn = collection?.owner === device.actor.userId
    const changed = isOwn && collection ? changedCalendar(request, collection) : null
    if (changed && collection) await this.#options.lists.change(device.actor, collection.id, changed)
    const response = patchResponse(request, reader.base + pathOf(place), changed !== null)
    await answerXml(ctx, element(dav('multistatus'), [response]))
  }

  async #get(asked: Asked): Promise<void> {
    const { ctx, place } = asked
    if (place.kind !== 'object') throw new AppError('methodNotAllowed', 'only events have a text')
    const opened = await this.#openAt(asked)
    const found = opened.found(eventNamed(opened, place.name))
    if (found.kind !== 'object') return
    ctx.set('ETag', found.etag)
    ctx.type = 'text/calendar; charset=utf-8'
    ctx.body = await found.text(null)
  }

  async #put({ ctx, device, place }: Asked): Promise<void> {
    if (place.kind !== 'object') throw new AppError('methodNotAllowed', 'only events can be written')
    const bytes = await inTime(ctx, () => bytesBody(ctx.req, MAX_BYTES))
    const { calendar, name } = place
    const signal = goneOf(ctx as unknown as AppContext)
    const writing = { calendar, name, bytes, expects: expectationOf(ctx), signal }
    const { isNew } = await this.#options.collections.put(device.actor, writing)
    // Without an ETag: what is kept is not byte for byte what came (RFC 4791 section 5.3.4), so clients get it again.
    // The status last, because Koa sets one for an empty body.
    ctx.body = null
    ctx.status = isNew ? 201 : 204
  }

  async #make({ ctx, device, place }: Asked): Promise<void> {
    if (place.kind !== 'calendar') throw new AppError('forbidden', 'calendars are right below their folder')
    const { actor, locale } = device
    const { collections, lists } = this.#options
    const request = await readBody(ctx)
    await lists.add(actor, ...newCalendar(request, place.calendar, await collections.all(actor, locale)))
    ctx.body = null
    ctx.status = 201
  }

  /** Its events can be brought back in the page, as those of a calendar that was deleted there. */
  async #removeCalendar(asked: Asked): Promise<void> {
    const { collection } = await this.#openAt(asked)
    await this.#options.lists.remove(asked.device.actor, collection.id)
    asked.ctx.status = 204
  }

  async #remove(asked: Asked): Promise<void> {
    const { ctx, device, place } = asked
    if (place.kind === 'calendar') return this.#removeCalendar(asked)
    if (place.kind !== 'object') throw new AppError('forbidden', 'only calendars and events are deleted')
    const { calendar, name } = place
    await this.#options.collections.remove(device.actor, { calendar, name, expects: expectationOf(ctx) })
    ctx.status = 204
  }
}

const named = (all: readonly Collection[], name: string): Collection | undefined =>
  all.find(({ resource }) => resource === name)

/** RFC 7617. Answered here, since an error of the API has no such header. */
function challenge(ctx: Context): void {
  answerStatus(ctx, 401)
  ctx.set('WWW-Authenticate', 'Basic realm="Nido", charset="UTF-8"')
}

const expectationOf = (ctx: Context) => ({
  match: ctx.get('If-Match') || undefined,
  noneMatch: ctx.get('If-None-Match') || undefined,
})

/** @throws AppError `notFound` */
function eventNamed({ events }: Opened, name: string): StoredEvent {
  const event = events.find((one) => resourceOf(one) === name)
  if (event === undefined) throw new AppError('notFound', 'there is no such event')
  return event
}
