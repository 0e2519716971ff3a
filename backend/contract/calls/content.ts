// Content of files: downloads, archives, previews, subtitles.
import { ARCHIVE_ENDINGS } from '../archives.ts'
import { NAMES_MAX } from '../limits.ts'
import { PREVIEW_SIZES } from '../previews.ts'
import { asHead, bytes, call, type Chapter, choice, empty, flag, text, word } from './call.ts'

const CONTENT_HEADERS = {
  ETag: 'Names the state of the file.',
  'Last-Modified': 'The time of the file.',
  'Content-Disposition': '`attachment`, or `inline` where that was asked for, with the name.',
}
const NOT_MODIFIED = empty('What the client has (`If-None-Match`, `If-Modified-Since`) is still right.')
const inline = flag('For a browser to show: the type by the name, and a policy under which nothing in it can act.')

/** What a download of a folder takes. */
export const archiveQuery = {
  files: text(
    'What to take of the folder: paths separated by commas, each percent-encoded, the list encoded ' +
      `once more, ${NAMES_MAX} at most. Else all of it.`,
  ),
  algo: choice([...Object.keys(ARCHIVE_ENDINGS), 'true'], 'The format of the archive; `zip` unless said.'),
}

const raw = call({
  method: 'GET',
  path: '/api/raw{/*path}',
  summary: 'Download a file, or a folder as an archive',
  policy: 'person',
  permission: '`download`; without it 202 and no content',
  queryToken: true,
  notes:
    'Ranges and conditions as RFC 9110 has them; several ranges come as `multipart/byteranges`. A zip or ' +
    'a tar tells its length beforehand. An archive that cannot be finished is cut off, so that it never ' +
    'looks whole.',
  query: {
    inline,
    version: text('An older version of the file, by its id.'),
    ...archiveQuery,
  },
  headers: {
    Range: '`bytes=…`',
    'If-None-Match': 'ETags, or `*`.',
    'If-Modified-Since': 'A date.',
    'If-Unmodified-Since': 'A date.',
    'If-Match': 'ETags, or `*`.',
    'If-Range': 'An ETag or a date.',
  },
  answers: {
    200: bytes('The file or the archive.', { ...CONTENT_HEADERS, 'Accept-Ranges': '`bytes`, for a file.' }),
    206: bytes('The range that was asked for.', { 'Content-Range': 'Which bytes these are, and of how many.' }),
    304: NOT_MODIFIED,
  },
  errors: ['badRequest', 'forbidden', 'notFound', 'downloadDenied', 'preconditionFailed', 'rangeNotSatisfiable'],
})

const preview = call({
  method: 'GET',
  path: '/api/preview/:size{/*path}',
  summary: 'Show a picture of a file',
  policy: 'person',
  permission: '`download`; without it 202 and no content',
  queryToken: true,
  params: { size: `\`${PREVIEW_SIZES[0]}\` fills 256 × 256 pixels, \`${PREVIEW_SIZES[1]}\` fits in 1080 × 1080.` },
  notes:
    'GIF, SVG, WebP and others, and everything while the size is switched off, come as the file itself. ' +
    'A picture over 10,000 pixels a side, of more than 256 MiB when unpacked (width × height × channels ' +
    '× bytes of a number) or in a file of more than 128 MiB is 413, and so is an SVG of more than 4 MiB; ' +
    'one that takes more than 20 seconds or 256 MiB to read is 415.',
  query: {
    inline,
    render: flag(
      'A still picture of whatever has a renderer: the other kinds of pictures, frames of videos, covers of songs.',
    ),
    fit: word('inside', 'A `thumb` that keeps the shape of the picture.'),
    key: text('Anything that changes with the file, for the cache of the browser.'),
  },
  headers: { 'If-None-Match': 'ETags.', 'If-Modified-Since': 'A date.' },
  answers: { 200: bytes('The picture.', CONTENT_HEADERS), 304: NOT_MODIFIED },
  errors: [
    'badRequest',
    'forbidden',
    'notFound',
    'downloadDenied',
    'tooLarge',
    'unsupportedMediaType',
    'notImplemented',
    'preconditionFailed',
  ],
})

const subtitle = call({
  method: 'GET',
  path: '/api/subtitle{/*path}',
  summary: 'Read subtitles as WebVTT',
  policy: 'person',
  permission: '`download`; without it 202 and no content',
  queryToken: true,
  notes:
    '`.srt`, `.ass` and `.ssa` are converted, `.vtt` comes as it is. More than 4 MiB are 413; what ' +
    'cannot be read within five seconds is 415.',
  query: { inline },
  headers: { 'If-None-Match': 'ETags.', 'If-Modified-Since': 'A date.' },
  answers: {
    200: { meaning: 'The subtitles.', content: [{ type: 'text/vtt' }], headers: CONTENT_HEADERS },
    304: NOT_MODIFIED,
  },
  errors: [
    'badRequest',
    'forbidden',
    'notFound',
    'downloadDenied',
    'tooLarge',
    'unsupportedMediaType',
    'preconditionFailed',
  ],
})

export const contentCalls = {
  raw,
  rawHead: asHead(raw),
  preview,
  previewHead: asHead(preview),
  subtitle,
  subtitleHead: asHead(subtitle),
}

export const contentChapter: Chapter = {
  title: 'Content',
  about:
    'What is in files. These calls take the token as `?auth=` too, for players and download managers ' +
    'that can send no header. A browser that says it would run what it gets, or be styled by it ' +
    '(`Sec-Fetch-Dest: script`, `style`, `worker` and the like), is refused with 403, and scripts and ' +
    'style sheets that are shown are `text/plain`. Only pages of this site may embed content ' +
    '(`Cross-Origin-Resource-Policy: same-origin`); what a link gives any page may. Browsers may keep ' +
    'content, and ask before they show it again (`Cache-Control: private, no-cache`): with ' +
    '`If-None-Match` that is mostly answered from memory.',
  calls: Object.values(contentCalls),
}
