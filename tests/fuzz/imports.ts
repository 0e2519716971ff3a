// What sites say of the files and videos that are imported: names in headers, and the lines of yt-dlp.
import fc from 'fast-check'
import { nameInDisposition, nameOfLink } from '../../backend/src/features/imports/links/name.ts'
import { ejsVersionIn } from '../../backend/src/features/imports/program/demands.ts'
import { latestOf, wheelsIn } from '../../backend/src/features/imports/program/releases.ts'
import { createLineReader } from '../../backend/src/features/imports/videos/lines.ts'
import { readLine } from '../../backend/src/features/imports/videos/output.ts'
import { childOf, parseUserPath } from '../../backend/src/storage/paths.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { hold } from './holding.ts'
import { textOf, wireTextOf } from './inputs.ts'
import type { Target } from './target.ts'

const NAMES = [
  'attachment',
  'inline',
  'filename',
  'filename*',
  'FILENAME',
  "UTF-8''",
  "iso-8859-1'en'",
  '%2F',
  '%e2%82%ac',
  '%00',
  '../',
  '..',
  'a.txt',
  ' = ',
  '; ',
  '\u202e',
  ...';="\\\'%./é ',
]
const LINES = [
  'mark-',
  'progress ',
  'video ',
  'file ',
  'joining ',
  'ERROR: ',
  '"title": ',
  '"filepath": ',
  '"/x"',
  '"duration": ',
  '"url": ',
  '"playlist_index": ',
  '1e400',
  '-1',
  'null',
  '__proto__',
  '\n',
  ...'{}[]":,',
]

const FOLDER = parseUserPath('/Downloads')

/** Whether the file of that name lies in the folder. */
const isName = (name: string): boolean => {
  const path = childOf(FOLDER, name)
  return parseUserPath(path) === path && path === `${FOLDER}/${name}` && !name.includes('/') && name !== ''
}

export const linkNames: Target<{ header: string; path: string; type: string }> = {
  name: 'names of the files at links',
  inputs: fc.record({ header: wireTextOf(NAMES), path: textOf(NAMES), type: textOf(['text/', 'html', ';', '/', ' ']) }),
  check({ header, path, type }) {
    const url = new URL('https://example.com/')
    url.pathname = path
    const name = nameOfLink(url, header, type)
    hold(isName(name), `a name of a file: ${JSON.stringify(name)}`)
    hold(Buffer.byteLength(name) <= 255, 'a short name')
  },
}

export const videoLines: Target<string> = {
  name: 'lines of yt-dlp',
  inputs: textOf(LINES),
  check(text) {
    const lines: string[] = []
    const reader = createLineReader(100, (line) => lines.push(line))
    for (const byte of Buffer.from(text)) reader.add(Buffer.of(byte))
    reader.end()
    hold(
      lines.every((line) => line.length <= 100 && !line.includes('\n')),
      'bounded lines',
    )
    for (const line of [...lines, text]) {
      const told = readLine('mark-', line)
      if (told.kind === 'video') hold((told.video.duration ?? 0) >= 0 && told.video.size >= 0, 'numbers')
      if (told.kind === 'file') hold(line.startsWith('mark-file '), 'a file only with the mark')
    }
  },
}

/** What an index of packages may say. */
const offered = fc.record({
  filename: textOf(['yt_dlp-', '2026.1.1', '.dev0', '-py3-none-any.whl', '../', '.']),
  url: textOf(['https://', '../', 'x']),
  hashes: fc.dictionary(fc.constantFrom('sha256', 'md5'), fc.constantFrom('a'.repeat(64), '', 'x')),
  'upload-time': fc.oneof(fc.string(), fc.constant(null)),
  yanked: fc.oneof(fc.boolean(), fc.string()),
})

export const programReleases: Target<{ files: unknown[] }> = {
  name: 'releases of yt-dlp',
  inputs: fc.record({ files: fc.array(fc.oneof(offered, fc.jsonValue())) }),
  check(page) {
    const releases = latestOf(wheelsIn(page, 'yt-dlp'))
    hold(
      releases.every(({ version, sha256 }) => /^[\d.]+(?:dev|post)?\d*$/.test(version) && sha256.length === 64),
      'versions with a hash',
    )
  },
}

const DEMANDS = ['Requires-Dist: ', 'yt-dlp-ejs', '==', '0.8.0', ' ', '(', '\n', ': x']

const long = (name: string, pieces: readonly string[], read: (text: string) => unknown): Target<Pumped> => ({
  name: `${name}, long`,
  inputs: pumpedOf(pieces),
  check: (pumped) => checkGrowth(read, pumped, 64 * 1024),
})

export const importsGrow = [
  long('names of the files at links', NAMES, nameInDisposition),
  long('lines of yt-dlp', LINES, (line) => readLine('mark-', line)),
  long('what a package demands', DEMANDS, ejsVersionIn),
]
