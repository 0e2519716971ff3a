// What the file at a link is called: as its server says, or as its address ends.
import mime from 'mime'
import { cleanName } from '../names.ts'

/** Room for a number where the name is taken. */
const NAME_MAX_BYTES = 240
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+/
const QUOTED = /^"((?:[^"\\]|\\.)*)"/
/** `filename*`: charset, language, and the percent-encoded name (RFC 8187 section 3.2.1). */
const EXTENDED = /^([\w-]+)'[\w-]*'(.*)$/

/** The safe name of a file, of at most 240 bytes. `type`: the Content-Type of the answer. */
export function nameOfLink(url: URL, disposition: string | undefined, type: string | undefined): string {
  const told = cleanName(baseOf(nameInDisposition(disposition ?? '')), NAME_MAX_BYTES)
  if (told !== '') return told
  const last = cleanName(baseOf(decode(url.pathname.split('/').findLast((part) => part !== '') ?? '')), NAME_MAX_BYTES)
  const name = last === '' ? cleanName(url.hostname) : last
  if (last.includes('.')) return name
  const ending = type === undefined ? null : mime.getExtension(type)
  return ending ? `${name}.${ending}` : name
}

/** The name in a Content-Disposition (RFC 6266); '' without one. Servers write it in many wrong ways. */
export function nameInDisposition(header: string): string {
  const parameters = parametersOf(header)
  return extendedValue(parameters.get('filename*') ?? '') || (parameters.get('filename') ?? '')
}

/** Whether a server wants its answer to be saved rather than shown. */
export const isAttachment = (disposition: string | undefined): boolean => /^\s*attachment\b/i.test(disposition ?? '')

/** What follows the type, by name in lower case. Of two with one name the first counts. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>()
  let rest = header.slice(TOKEN.exec(header)?.[0].length ?? 0)
  for (;;) {
    const [begin, name] = /^\s*;\s*([\w*-]+)\s*=\s*/.exec(rest) ?? []
    if (begin === undefined || name === undefined) return found
    rest = rest.slice(begin.length)
    const [quoted, inside] = QUOTED.exec(rest) ?? []
    // Names with blanks and without quotes are wrong and common, as are single backslashes.
    const [plain = ''] = quoted === undefined ? (/^[^;]*/.exec(rest) ?? []) : [quoted]
    const value = inside === undefined ? plain.trim() : inside.replaceAll(/\\(["\\])/g, '$1')
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), fromWire(value))
    rest = rest.slice(plain.length)
  }
}

function extendedValue(value: string): string {
  const [, charset = '', encoded = ''] = EXTENDED.exec(value) ?? []
  return charset.toLowerCase() === 'utf-8' ? decode(encoded) : ''
}

/** Node presents each byte of a header as a character. Most servers send UTF-8. */
function fromWire(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The last part of what may be a path, of any system. */
const baseOf = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''
