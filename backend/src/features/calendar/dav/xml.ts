// XML of WebDAV: small documents that clients send, read with limits, and answers.
import { SaxesParser } from 'saxes'
import { AppError } from '../../../lib/app-error.ts'
import { mapYielding } from '../../../lib/yielding.ts'

export const DAV = 'DAV:'
const CALDAV = 'urn:ietf:params:xml:ns:caldav'
export const CALENDAR_SERVER = 'http://calendarserver.org/ns/'
export const APPLE = 'http://apple.com/ns/ical/'

const DEPTH_MAX = 20
const ELEMENTS_MAX = 5_000

/** An element. `name`: namespace and local name, as `{DAV:}prop`. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
}

export const nameInSpace = (namespace: string, local: string): string => `{${namespace}}${local}`
export const dav = (local: string): string => nameInSpace(DAV, local)
export const caldav = (local: string): string => nameInSpace(CALDAV, local)

/** @throws AppError `badRequest` for what is no XML, or too much of it. No entities are expanded but XML's own. */
export function readXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let root: Element | null = null
  let count = 0
  parser.on('opentag', ({ uri, local, attributes }) => {
    count += 1
    if (count > ELEMENTS_MAX || open.length >= DEPTH_MAX) throw refused('the XML is too large')
    const own = Object.values(attributes).filter(({ prefix }) => prefix !== 'xmlns')
    const named = own.map((one): [string, string] => [one.local, one.value])
    const element: Element = {
      name: nameInSpace(uri, local),
      attributes: Object.fromEntries(named),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  for (const kind of ['text', 'cdata'] as const) {
    parser.on(kind, (piece) => {
      const element = open.at(-1)
      if (element) element.text += piece
    })
  }
  parser.on('closetag', () => void open.pop())
  parser.on('doctype', () => {
    throw refused('the XML has a document type')
  })
  parser.on('error', (error) => {
    throw refused('this is no XML', error)
  })
  parser.write(text).close()
  if (root === null) throw refused('there is no XML')
  return root
}

const refused = (why: string, cause?: unknown) => new AppError('badRequest', why, { cause })

export const childNamed = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name)

const PREFIXES: Readonly<Record<string, string>> = { [DAV]: 'd', [CALDAV]: 'c', [CALENDAR_SERVER]: 'cs', [APPLE]: 'a' }

/** What an element has in it: others, or a text. */
export type XmlContent = readonly Element[] | string

export const element = (name: string, content: XmlContent = [], attributes: Element['attributes'] = {}): Element => ({
  name,
  attributes,
  children: typeof content === 'string' ? [] : [...content],
  text: typeof content === 'string' ? content : '',
})

/** A document. Namespaces that have no prefix here are written out. Pauses between the root's children. */
export async function writeXml(root: Element): Promise<string> {
  const spaces = Object.entries(PREFIXES).map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`)
  const inside = await mapYielding(root.children, (child) => write(child))
  const body = inside.length > 0 ? inside.join('') : escape(root.text)
  return `<?xml version="1.0" encoding="utf-8"?>\n${wrap(root, body, spaces.join(''))}`
}

const write = (one: Element): string =>
  wrap(one, one.children.length > 0 ? one.children.map(write).join('') : escape(one.text))

/** An element round what is in it. `more`: attributes as they are written. */
function wrap({ name, attributes }: Element, inside: string, more = ''): string {
  const [, uri = '', local = ''] = /^\{(.*)\}(.*)$/.exec(name) ?? []
  const prefix = PREFIXES[uri]
  const tag = prefix === undefined ? local : `${prefix}:${local}`
  const space = prefix === undefined ? ` xmlns="${escape(uri)}"` : ''
  const said = Object.entries(attributes).map(([one, value]) => ` ${one}="${escape(value)}"`)
  const start = `<${tag}${more}${space}${said.join('')}`
  return inside === '' ? `${start}/>` : `${start}>${inside}</${tag}>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML 1.0 has no other control characters than tab and the ends of lines. */
// eslint-disable-next-line no-control-regex
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(INVALID, '')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replaceAll('\r', '&#13;')
