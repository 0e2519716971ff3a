// Subtitles of two formats, as bytes in any encoding, and the WebVTT made from them.
import fc from 'fast-check'
import { decodeText } from '../../backend/src/features/subtitles/encoding.ts'
import { readSubRip } from '../../backend/src/features/subtitles/subrip.ts'
import { readSubStation } from '../../backend/src/features/subtitles/substation.ts'
import { type ReadEnding, subtitles } from '../../backend/src/features/subtitles/task.ts'
import { writeWebVtt } from '../../backend/src/features/subtitles/cue.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { parentWith } from '../helpers/child-parent.ts'
import { hold, isRefusal } from './holding.ts'
import { bytesLike, textOf } from './inputs.ts'
import type { Target } from './target.ts'

const TAGS = [
  '<b>',
  '</b>',
  '<i>',
  '</I>',
  '<u>',
  '<font color="red">',
  '<br/>',
  '<br',
  '<',
  '>',
  '&',
  '&lt;',
  '&#1',
  '-->',
  '\n',
  '\n\n',
  '\r',
  '\u2028',
  'a',
]
const SRT = [
  '1\n',
  '00:00:01,000',
  ' --> ',
  '00:00:02.5\n',
  '00:00:01,000 --> 00:00:02,000\n',
  '99:99:99,999',
  '{\\an8}',
  '{\\',
  ...TAGS,
]
const ASS = [
  'Dialogue: 0,0:00:01.00,',
  '\nDialogue: 0,0:00:01.00,',
  ':00:02.00,Default,,0,0,0,,a',
  '[Events]\n',
  '[',
  'Format: Start, End, Text\n',
  'Format:',
  'Dialogue:',
  ',',
  '0:00:01.00',
  '0:00:02.00,',
  'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,',
  ':00:01.00',
  ':59:59.99,',
  '{\\i1}',
  '{\\b0}',
  '{\\p1}',
  '{',
  '}',
  '\\N',
  '\\h',
  '\\an8',
  ...TAGS,
]
const FILES = [
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nHola <i>mundo</i><br>¿qué tal?\r\n' +
    '\r\n2\r\n01:02:03,4 --> 01:02:05,000\r\n{\\an8}Up & < on\r\n',
  '[Script Info]\n[Events]\nFormat: Start, End, Style, Text\n' +
    'Dialogue: 0:00:03.00,0:00:04.50,Default,{\\i1}So{\\i0}, then\\Nthere\\hit is\n',
]
const ENCODED = FILES.flatMap((text) => [
  Buffer.from(text),
  Buffer.from(text, 'latin1'),
  Buffer.from(`\uFEFF${text}`, 'utf16le'),
  Buffer.from(text, 'utf16le').swap16(),
])

// WebVTT (W3C) section 4.1: blocks of a timing and lines without arrows, separated by empty lines.
const TIMING = /^(\d{2,}):[0-5]\d:[0-5]\d\.\d{3} --> (\d{2,}):[0-5]\d:[0-5]\d\.\d{3}( line:0)?$/
/** What a cue may contain: text, entities, and properly nested tags. */
const isNested = (text: string): boolean => {
  const open: string[] = []
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([^>]*)>/g)) {
    if (!['b', 'i', 'u'].includes(name)) return false
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0 && !/<[^>]*$/.test(text)
}

function checkWebVtt(written: string): void {
  hold(written.startsWith('WEBVTT\n'), 'a WebVTT file')
  const [, ...blocks] = written.trimEnd().split('\n\n')
  for (const block of blocks) {
    const [timing = '', ...lines] = block.trim().split('\n')
    hold(TIMING.test(timing), `a timing: ${timing}`)
    hold(lines.length > 0 && lines.every((line) => !line.includes('-->') && !line.includes('\r')), 'lines of a cue')
    hold(isNested(lines.join('\n')), 'tags that close in order')
  }
}

async function check({ ending, bytes }: { ending: ReadEnding; bytes: Buffer }): Promise<void> {
  try {
    const { body } = await subtitles(ending, new Uint8Array(bytes), parentWith())
    checkWebVtt(Buffer.from(body ?? []).toString())
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

const endings = fc.constantFrom<ReadEnding[]>('.srt', '.ass', '.ssa')

export const subtitleBytes: Target<{ ending: ReadEnding; bytes: Buffer }> = {
  name: 'subtitles, as bytes',
  inputs: fc.record({ ending: endings, bytes: bytesLike(ENCODED) }),
  check,
}

export const subtitleTexts: Target<{ ending: ReadEnding; bytes: Buffer }> = {
  name: 'subtitles, as texts',
  cases: [
    {
      ending: '.ass',
      bytes: Buffer.from(`[Events]\nDialogue: 0,0:00:01.00,${'9'.repeat(400)}:00:02.00,Default,,0,0,0,,a`),
    },
  ],
  inputs: fc.oneof(
    fc.record({ ending: fc.constant<ReadEnding>('.srt'), bytes: textOf(SRT).map((text) => Buffer.from(text)) }),
    fc.record({
      ending: fc.constant<ReadEnding>('.ass'),
      bytes: textOf(ASS).map((text) => Buffer.from(`[Events]\n${text}`)),
    }),
  ),
  check,
}

const MOST = 256 * 1024

export const subtitlesGrow: Target<Pumped>[] = [
  {
    name: 'SubRip, long',
    inputs: pumpedOf(SRT),
    check: (pumped) => checkGrowth((text) => writeWebVtt(readSubRip(text)), pumped, MOST),
  },
  {
    name: 'SubStation Alpha, long',
    inputs: pumpedOf(ASS),
    check: (pumped) =>
      checkGrowth((text) => writeWebVtt(readSubStation(text)), { ...pumped, head: `[Events]\n${pumped.head}` }, MOST),
  },
  {
    name: 'encodings, long',
    inputs: pumpedOf(SRT),
    check: (pumped) => checkGrowth((text) => decodeText(Buffer.from(text, 'latin1')), pumped, MOST),
  },
]
