import { describe, expect, it } from '@jest/globals'
import { caldav, dav, element, readXml, writeXml } from './xml.ts'

describe('XML', () => {
  it('is read by its namespaces, whatever their prefixes', () => {
    const data = '<x:calendar-data xmlns:x="urn:ietf:params:xml:ns:caldav"/>'
    const text = `<D:propfind xmlns:D="DAV:"><D:prop>${data}</D:prop></D:propfind>`
    const read = readXml(text)
    expect(read.name).toBe(dav('propfind'))
    expect(read.children[0]?.children[0]?.name).toBe(caldav('calendar-data'))
  })

  it('is written so that it is read again', async () => {
    const text = 'a & b <c> "d"\r\n\u0000 🎹'
    const root = element(dav('prop'), [element('{urn:other}a', text, { name: '"<&' }), element(caldav('comp'))])
    const [other, comp] = readXml(await writeXml(root)).children
    expect([other?.name, other?.text, other?.attributes['name']]).toEqual([
      '{urn:other}a',
      'a & b <c> "d"\r\n 🎹',
      '"<&',
    ])
    expect(comp?.name).toBe(caldav('comp'))
  })

  it.each([
    ['nothing', ''],
    ['no XML', 'hello'],
    ['tags that do not close', '<a><b></a>'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an entity that nobody knows', '<a>&b;</a>'],
    ['too many elements', `<a>${'<b/>'.repeat(5_001)}</a>`],
    ['too many within one another', '<a>'.repeat(21) + '</a>'.repeat(21)],
  ])('is refused if it is %s', (_, text) => expect(() => readXml(text)).toThrow(/XML/))
})
