import { describe, expect, it } from '@jest/globals'
import { assOfFields } from '../../../../tests/helpers/hostile-files.ts'
import { cueText, writeWebVtt } from './cue.ts'
import { decodeText } from './encoding.ts'
import { readSubRip } from './subrip.ts'
import { readSubStation } from './substation.ts'

describe('SubRip', () => {
  it('is read with its line breaks, tags and places', () => {
    const text =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\nHola <i>mundo</i><br>¿qué tal?\r\n\r\n2\r\n01:02:03,4 --> ' +
      '01:02:05,000\r\n{\\an8}<font color="red">Arriba</font> & < abajo\r\n'
    expect(writeWebVtt(readSubRip(text))).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHola <i>mundo</i>\n¿qué tal?\n\n01:02:03.400 --> ' +
        '01:02:05.000 line:0\nArriba &amp; &lt; abajo\n',
    )
  })

  it('is read without numbers, without empty lines between, and without hours', () => {
    expect(
      readSubRip('00:01.000 --> 00:02.000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n\n1985\n').map(
        ({ start, text }) => [start, text],
      ),
    ).toEqual([
      [1000, 'One'],
      [3000, 'Two\n1985'],
    ])
  })

  it('passes over what has no text or ends before it begins', () => {
    expect(
      readSubRip('1\n00:00:05,000 --> 00:00:04,000\nBack\n\n2\n00:00:06,000 --> 00:00:07,000\n\n\nno subtitle at all'),
    ).toHaveLength(1)
    expect(readSubRip('just words\n\n--> and arrows')).toEqual([])
  })
})

describe('SubStation Alpha', () => {
  it('is read by its own order of fields', () => {
    const text =
      '[Script Info]\nDialogue: no event\n[Events]\nFormat: Start, End, Style, Text\nComment: ' +
      '0:00:00.00,0:00:01.00,Default,unsaid\nDialogue: 0:00:03.00,0:00:04.50,Default,{\\i1}So{\\i0}, ' +
      'then\\Nthere\\hit is\nDialogue: 0:00:01.00,0:00:02.00,Default,{\\an8\\b1}First\n'
    expect(writeWebVtt(readSubStation(text))).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\n<b>First</b>\n\n00:00:03.000 --> 00:00:04.500\n' +
        '<i>So</i>, then\nthere\u00a0it is\n',
    )
  })

  it('shows no drawings, and brackets as what they are', () => {
    const text =
      '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}\nDialogue: ' +
      '0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a <b> & c'
    expect(readSubStation(text).map((cue) => cue.text)).toEqual(['a &lt;b&gt; &amp; c'])
  })

  it('B4: is read in one go, however many fields its format names', () => {
    // Who looked for the fields anew in each line would be at it for minutes.
    expect(readSubStation(assOfFields(2_000_000, 4 * 1024 * 1024))).toEqual([])
  })
})

describe('the text of a cue', () => {
  it('closes its tags in order, and ends no cue early', () => {
    expect(cueText('<b><i>x</b> y')).toBe('<b><i>x</i></b> y')
    expect(cueText('</i>a\n\n --> b')).toBe('a\n--&gt; b')
    expect(cueText('a &amp; b &nope; <script>')).toBe('a &amp; b &amp;nope;')
  })

  it('is read in one go, however it is made to be read again and again', () => {
    // Who began anew at each of these letters would be at it for hours.
    const many = 300_000
    expect(cueText('<a'.repeat(many))).toBe('&lt;a'.repeat(many))
    expect(cueText('<b>'.repeat(many) + '</u>'.repeat(many))).toBe('<b></b>')
    expect(cueText('&#1'.repeat(many))).toBe('&amp;#1'.repeat(many))
    expect(readSubStation(`[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{'.repeat(many)}`)[0]?.text).toBe(
      '{'.repeat(many),
    )
    expect(readSubRip(`00:01.000 --> 00:02.000\n${'{\\'.repeat(many)}`)[0]?.text).toBe('{\\'.repeat(many))
  })
})

describe('the letters of a file', () => {
  const spanish = 'El niño comió más piña después de la reunión del año pasado; ¿verdad que sí, señor Muñoz?\n'.repeat(
    5,
  )
  it.each([
    ['UTF-8', Buffer.from(spanish)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${spanish}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${spanish}`, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.from(`\uFEFF${spanish}`, 'utf16le').swap16()],
    ['UTF-16 LE', Buffer.from(spanish, 'utf16le')],
    ['Windows-1252', Buffer.from(spanish, 'latin1')],
  ])('%s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(spanish)
  })

  it('Windows-1251', () => {
    const russian = 'Сегодня вечером мы пойдём в кино, а завтра поедем на дачу.\n'.repeat(5)
    const bytes = Buffer.from(
      [...russian].map((letter) => {
        const code = letter.charCodeAt(0)
        if (code === 0x451) return 0xb8
        return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
      }),
    )
    expect(decodeText(bytes)).toBe(russian)
  })
})
