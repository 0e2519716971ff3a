// XML as WebDAV clients send it.
import { readXml, writeXml } from '../../backend/src/features/calendar/dav/xml.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { answerOf, hold, isEqual } from './holding.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const PIECES = [
  '<a>',
  '</a>',
  '<b/>',
  '<a xmlns="DAV:" ',
  'xmlns:c="x"',
  'n="1"',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '&',
  '&#x9;',
]
const MORE = ['&lt;', '<?xml?>', '<!DOCTYPE a [', '<!ENTITY', '<', '>', '"', '=', ' ', ':']

export const davXml: Target<string> = {
  name: 'XML of WebDAV',
  inputs: textOf([...PIECES, ...MORE]).map((text) => `<a xmlns="DAV:">${text}</a>`),
  async check(text) {
    const root = answerOf(() => readXml(text))
    if (root !== null) hold(isEqual(readXml(await writeXml(root)).name, root.name), 'what is written is read again')
  },
}

export const davXmlGrows: Target<Pumped> = {
  name: 'XML of WebDAV, long',
  inputs: pumpedOf([...PIECES, ...MORE]),
  check: (pumped) => checkGrowth((text) => answerOf(() => readXml(text)), pumped, 64 * 1024),
}
