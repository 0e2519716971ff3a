// Detects whether a file can be a logo, an icon or a style sheet by its bytes. What the client says does not count.
import { SaxesParser } from 'saxes'
import { BRAND_SIDE_MAX, BRAND_TYPES, type BrandPart } from '../../../contract/branding.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SizeOf } from '../../lib/picture-sizes.ts'

/** The first bytes of picture formats, one character per byte. */
const SIGNATURES: readonly (readonly [type: string, isOne: (first: string) => boolean])[] = [
  ['image/png', (first) => first.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (first) => first.startsWith('\xff\xd8\xff')],
  ['image/gif', (first) => /^GIF8[79]a/.test(first)],
  ['image/webp', (first) => first.startsWith('RIFF') && first.endsWith('WEBP')],
  ['image/x-icon', (first) => first.startsWith('\0\0\x01\0')],
]
const SIGNATURE_BYTES = 12
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
/** Elements that run or load something, or hold HTML. */
const ACTIVE = new Set(['script', 'foreignobject', 'iframe', 'embed', 'object', 'handler', 'listener'])
/** An SVG may only refer to itself. */
const OWN_REFERENCE = /^(?:#|data:image\/(?:png|jpeg|gif|webp);)/i

/**
 * The MIME type of a branding file.
 * @throws AppError `badRequest` that says what is wrong
 */
export async function checkBrandFile(part: BrandPart, body: Buffer, sizeOf: SizeOf): Promise<string> {
  const type = part === 'css' ? checkStyle(body) : await checkPicture(body, sizeOf)
  if (!BRAND_TYPES[part].includes(type)) throw refuse(`a ${part} is no ${type}`)
  return type
}

const refuse = (why: string) => new AppError('badRequest', why)

function textIn(body: Buffer, what: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!text.includes('\0')) return text
  } catch {
    // Refused below, like a NUL.
  }
  throw refuse(`${what} is a text in UTF-8`)
}

/**
 * A style sheet is served and linked as a file, so it cannot break out of an element, and the page's policy prevents
 * requests to other hosts.
 */
function checkStyle(body: Buffer): string {
  if (/^\s*</.test(textIn(body, 'a style sheet'))) throw refuse('this is no style sheet')
  return 'text/css'
}

async function checkPicture(body: Buffer, sizeOf: SizeOf): Promise<string> {
  const first = body.subarray(0, SIGNATURE_BYTES).toString('latin1')
  const known = SIGNATURES.find(([, isOne]) => isOne(first))
  if (!known) {
    checkSvg(textIn(body, 'an SVG'))
    return 'image/svg+xml'
  }
  const sides = await sizeOf(body)
  if (!sides) throw refuse('the picture is broken')
  if (Math.max(sides.width, sides.height) > BRAND_SIDE_MAX)
    throw refuse(`the picture has more than ${BRAND_SIDE_MAX} pixels a side`)
  return known[0]
}

/**
 * The SVG is served so that nothing in it can run. This check protects people who save it and open it elsewhere.
 */
function checkSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let hasRoot = false
  parser.on('error', () => {
    throw refuse('this is no picture')
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw refuse('the SVG declares entities')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (depth === 0 && (hasRoot || local !== 'svg' || uri !== SVG_NAMESPACE)) throw refuse('this is no picture')
    hasRoot = true
    depth += 1
    if (ACTIVE.has(local.toLowerCase())) throw refuse(`the SVG has an element ${local}`)
    for (const attribute of Object.values(attributes)) checkAttribute(attribute)
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!hasRoot) throw refuse('this is no picture')
}

function checkAttribute({ local, value }: { local: string; value: string }): void {
  if (/^on/i.test(local)) throw refuse(`the SVG has an attribute ${local}`)
  if (local.toLowerCase() === 'href' && !OWN_REFERENCE.test(value.trim()))
    throw refuse('the SVG refers to something elsewhere')
}
