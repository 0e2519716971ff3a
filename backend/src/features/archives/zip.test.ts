import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from '@jest/globals'
import { environment } from '../../../../scripts/lib/environment.ts'
import { describeBytes, run, unpackWithTools } from '../../../../tests/helpers/unpack.ts'
import type { ArchiveEntry } from './entry-log.ts'
import { entryOf, joined, sourceOf, stream } from '../../../../tests/helpers/made-up-entries.ts'
import { packZip, zipLength } from './zip.ts'
import {
  centralHeader,
  centralLength,
  descriptor,
  endLength,
  endRecords,
  entryLength,
  localHeader,
} from './zip-records.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB

async function zipOf(entries: ArchiveEntry[]): Promise<Buffer> {
  const bytes = await joined(packZip(sourceOf(entries)))
  expect(bytes.length).toBe(await zipLength(stream(entries)))
  return bytes
}

describe('a zip', () => {
  it('is as long as announced, and every tool reads it', async () => {
    const zip = await zipOf([
      entryOf('a.txt', 3),
      entryOf('nothing', 0),
      entryOf('empty', null),
      entryOf('sub', null),
      entryOf('sub/ñandú 50% – 日本.txt', 10, 'y'),
      entryOf('sub/big.bin', 3 * MIB + 1, 'z'),
      entryOf('sub/edge.bin', MIB),
    ])
    const expected = {
      'a.txt': 'xxx',
      nothing: '',
      'empty/': null,
      'sub/': null,
      'sub/ñandú 50% – 日本.txt': 'yyyyyyyyyy',
      'sub/big.bin': describeBytes(Buffer.alloc(3 * MIB + 1, 'z')),
      'sub/edge.bin': describeBytes(Buffer.alloc(MIB, 'x')),
    }
    for (const [tool, found] of Object.entries(unpackWithTools(zip, 'zip')))
      expect({ tool, found }).toEqual({ tool, found: expected })
  })

  it('of nothing is one all the same', async () => expect((await zipOf([])).length).toBe(22))

  it('D03: of more than 65,535 entries says so in 64 bits', async () => {
    const entries = Array.from({ length: 65_600 }, (_, index) => entryOf(`${index}`, 0))
    const zip = await zipOf(entries)
    const end = zip.subarray(-22)
    expect([end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([0xffff, 0xffff])
    const wide = zip.subarray(-98)
    expect([wide.readUInt32LE(0), wide.readBigUInt64LE(32)]).toEqual([0x06064b50, 65_600n])
    const first = Number(wide.readBigUInt64LE(48))
    expect(zip.readUInt32LE(first)).toBe(0x02014b50)
    const listed = run(
      'python3',
      ['-c', 'import sys, zipfile, io; print(len(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).namelist()))'],
      zip,
    )
    expect(listed === null ? '65600' : String(listed.stdout).trim()).toBe('65600')
  })
})

describe('the records of a zip', () => {
  it.each([
    ['a folder', null, 0],
    ['a small file', 10, 0],
    ['a file of a gibibyte', GIB, 0],
    ['a file of 5 GiB', 5 * GIB, 0],
    ['a file behind 5 GiB', 10, 5 * GIB],
    ['5 GiB behind 5 GiB', 5 * GIB, 5 * GIB],
    ['4 GiB less one byte', 4 * GIB - 1, 4 * GIB - 1],
  ])('of %s are as long as announced', (_, size, offset) => {
    const entry = entryOf('a/ñ', size)
    const local = localHeader(entry, 7)
    const behind = local.readUInt16LE(6) & 8 ? descriptor(entry, 7).length : 0
    expect(local.length + (size ?? 0) + behind).toBe(entryLength(entry))
    expect(centralHeader(entry, { crc: 7, offset }).length).toBe(centralLength(entry, offset))
    const end = { count: 3, start: offset, length: 200 }
    expect(endRecords(end).length).toBe(endLength(end))
  })

  it('keep the time in UTC, to the second', () => {
    const entry = entryOf('a', 1)
    const header = centralHeader(entry, { crc: 0, offset: 0 })
    expect(header.readInt32LE(46 + 1 + 5)).toBe(entry.modified.getTime() / 1000)
  })
})

// The long form: gigabytes, for `make test-full`.
const inFull = environment()['NIDO_FULL'] ? describe : describe.skip

inFull('a zip over 4 GiB', () => {
  it('D03: is read by unzip, from its first file to its last', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'nido-zip-'))
    try {
      const file = path.join(folder, 'big.zip')
      const entries = [entryOf('big', 4 * GIB + 5), entryOf('after', 3), entryOf('zero', 2 * MIB)]
      await pipeline(packZip(sourceOf(entries)), createWriteStream(file))
      expect(run('unzip', ['-tq', file])?.stdout.toString() ?? 'No errors detected').toContain('No errors detected')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 600_000)
})
