import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readSongTags } from './song-tags.ts'

const bytesOf = (...parts: readonly (string | readonly number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const big = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const little = (value: number) => big(value).toReversed()
const safe = (value: number) => [(value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127]

const frame = (id: string, text: Buffer) => bytesOf(id, big(text.length), [0, 0], text)
const id3 = (version: number, ...frames: Buffer[]) => {
  const body = Buffer.concat([...frames, Buffer.alloc(20)])
  return bytesOf('ID3', [version, 0, 0], safe(body.length), body)
}
const comments = (...lines: string[]) =>
  bytesOf(
    little(4),
    'test',
    little(lines.length),
    ...lines.map((line) => Buffer.from(line)).flatMap((line) => [little(line.length), line]),
  )

const DAWN = { title: 'Dawn ☂', artist: 'Ana', album: 'Days' }

describe('the tags of a song', () => {
  it('are read from ID3, in every encoding', () => {
    const song = id3(
      3,
      frame('TIT2', bytesOf([1], Buffer.from('\uFEFFDawn ☂', 'utf16le'))),
      frame('TPE1', bytesOf([0], 'Ana\0')),
      frame('TALB', bytesOf([3], 'Days\0Nights')),
    )
    expect(readSongTags(song)).toEqual(DAWN)
  })

  it('are read from the oldest ID3 and the newest', () => {
    const old = bytesOf('TT2', [0, 0, 5], [0], 'Dusk')
    expect(readSongTags(id3(2, old))).toMatchObject({ title: 'Dusk', artist: '' })
    const long = 'x'.repeat(200)
    const newest = bytesOf('TIT2', safe(long.length + 1), [0, 0], [3], long)
    expect(readSongTags(id3(4, newest, frame('TPE1', bytesOf([0], 'Ana'))))).toMatchObject({
      title: long,
      artist: 'Ana',
    })
  })

  it('are read from FLAC and Ogg', () => {
    const block = comments('title=Dawn ☂', 'ARTIST=Ana', 'ALBUM=Days', 'ARTIST=Another')
    const flac = bytesOf('fLaC', [0, 0, 0, 2], 'ab', [0x84, 0, 0, block.length], block)
    expect(readSongTags(flac)).toEqual(DAWN)
    expect(readSongTags(bytesOf('OggS', 'some header', 'OpusTags', block))).toEqual(DAWN)
  })

  it('are read from MP4', () => {
    const atom = (name: string, text: Buffer) =>
      bytesOf(big(text.length + 24), name, big(text.length + 16), 'data', big(1), big(0), text)
    const song = bytesOf(
      big(8),
      'ftypM4A ',
      atom('\u00A9nam', Buffer.from('Dawn ☂')),
      atom('\u00A9ART', Buffer.from('Ana')),
    )
    expect(readSongTags(song)).toMatchObject({ title: 'Dawn ☂', artist: 'Ana' })
  })

  it('are nothing where there are none, and whatever the bytes are', () => {
    expect(readSongTags(Buffer.from('RIFF....WAVE'))).toEqual({ title: '', artist: '', album: '' })
    fc.assert(
      fc.property(
        fc.constantFrom('ID3', 'fLaC', 'OggS..OpusTags', '....ftyp\u00A9nam....data'),
        fc.uint8Array(),
        (head, rest) => {
          expect(typeof readSongTags(bytesOf(head, Buffer.from(rest))).title).toBe('string')
        },
      ),
    )
  })
})
