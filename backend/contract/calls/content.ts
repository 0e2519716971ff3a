// Content of files: downloads, archives, previews, subtitles.
import { ARCHIVE_ENDINGS } from '../archives.ts'
import { NAMES_MAX } from '../limits.ts'
import { PREVIEW_SIZES, PREVIEW_WIDTHS, THUMB_WIDTH_MAX } from '../previews.ts'
import { asHead, bytes, call, type Call, type Chapter, choice, empty, flag, text, word } from './call.ts'

const CONTENT_HEADERS = {
  ETag: 'Identifies the state of the file.',
  'Last-Modified': 'The modification time of the file.',
  'Content-Disposition': '`attachment`, or `inline` if that was asked for, with the file name.',
}
/** The permission that the content of files needs. */
const PERMISSION = '`download`; without it 202 and no content'
const CONTENT_ERRORS: Call['errors'] = ['badRequest', 'forbidden', 'notFound', 'downloadDenied', 'preconditionFailed']
/** The same for what is made of a file. */
const MADE_ERRORS: Call['errors'] = [...CONTENT_ERRORS, 'tooLarge', 'unsupportedMediaType']
const IF_CHANGED = { 'If-None-Match': 'ETags.', 'If-Modified-Since': 'A date.' }
const NOT_MODIFIED = empty('The copy of the client is still current (`If-None-Match`, `If-Modified-Since`).')
const inline = flag('For display in a browser: the type follows the name, and a policy keeps scripts from running.')

/** Query parameters for the download of a folder. */
export const archiveQuery = {
  files: text(
    'Which items of the folder to download: paths separated by commas, each percent-encoded, and the list ' +
      `percent-encoded again, ${NAMES_MAX} at most. Without it, the whole folder.`,
  ),
  algo: choice([...Object.keys(ARCHIVE_ENDINGS), 'true'], 'The archive format; `zip` by default.'),
}

const raw = call({
  method: 'GET',
  path: '/api/raw{/*path}',
  summary: 'Download a file, or a folder as an archive',
  policy: 'person',
  permission: PERMISSION,
  queryToken: true,
  notes:
    'Supports ranges and conditional requests (RFC 9110); several ranges are answered as `multipart/byteranges`. ' +
    'Zip and tar archives have a `Content-Length`. An archive that cannot be finished is cut off, so that it never ' +
    'looks whole.',
  query: {
    inline,
    version: text('The id of an older version of the file.'),
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
    206: bytes('The requested range.', { 'Content-Range': 'Which bytes these are, and the total size.' }),
    304: NOT_MODIFIED,
  },
  errors: [...CONTENT_ERRORS, 'rangeNotSatisfiable'],
})

const preview = call({
  method: 'GET',
  path: '/api/preview/:size{/*path}',
  summary: 'Get a thumbnail or preview of a file',
  policy: 'person',
  permission: PERMISSION,
  queryToken: true,
  params: { size: `\`${PREVIEW_SIZES[0]}\` fills 256 × 256 pixels, \`${PREVIEW_SIZES[1]}\` fits into 1080 × 1080.` },
  notes:
    'GIF, SVG, WebP and some other types are answered with the file itself, and so is everything if this size is ' +
    'turned off. ' +
    'A picture over 10,000 pixels a side, of more than 256 MiB when unpacked (width × height × channels ' +
    '× bytes of a number) or in a file of more than 128 MiB is 413, and so is an SVG of more than 4 MiB; ' +
    'one that takes more than 20 seconds or 256 MiB to read is 415.',
  query: {
    inline,
    render: flag(
      'A still picture of every type that can be rendered: other picture types, frames of videos, covers of songs.',
    ),
    width: choice(
      PREVIEW_WIDTHS.map(String),
      `With \`render\`, the side of the square in pixels; a \`thumb\` has ${THUMB_WIDTH_MAX} at most.`,
    ),
    fit: word('inside', 'A `thumb` that keeps the aspect ratio of the picture.'),
    key: text('Any value that changes with the file, so that browsers do not use an old copy.'),
  },
  headers: IF_CHANGED,
  answers: { 200: bytes('The picture.', CONTENT_HEADERS), 304: NOT_MODIFIED },
  errors: [...MADE_ERRORS, 'notImplemented'],
})

const subtitle = call({
  method: 'GET',
  path: '/api/subtitle{/*path}',
  summary: 'Read subtitles as WebVTT',
  policy: 'person',
  permission: PERMISSION,
  queryToken: true,
  notes:
    '`.srt`, `.ass` and `.ssa` are converted, `.vtt` is sent as it is. More than 4 MiB is 413; a file that ' +
    'cannot be read within five seconds is 415.',
  query: { inline },
  headers: IF_CHANGED,
  answers: {
    200: { meaning: 'The subtitles.', content: [{ type: 'text/vtt' }], headers: CONTENT_HEADERS },
    304: NOT_MODIFIED,
  },
  errors: MADE_ERRORS,
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
    'The content of files. These calls also take the token as `?auth=`, for players and download managers ' +
    'that cannot send a header. If a browser says that it would run the content as a script or apply it as a style ' +
    'sheet (`Sec-Fetch-Dest: script`, `style`, `worker` and the like), it is refused with 403. Scripts and style ' +
    'sheets sent for display are `text/plain`. Only pages of this site may embed content ' +
    '(`Cross-Origin-Resource-Policy: same-origin`); what a link shares may be embedded anywhere. Browsers may cache ' +
    'content but must revalidate it (`Cache-Control: private, no-cache`); `If-None-Match` is usually answered ' +
    'from memory.',
  calls: Object.values(contentCalls),
}
