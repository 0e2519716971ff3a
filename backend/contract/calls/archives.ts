// Archives that are opened like folders.
import {
  ARCHIVE_ALWAYS_FINE_BYTES,
  ARCHIVE_ENTRIES_MAX,
  ARCHIVE_GROWTH_MAX,
  ARCHIVE_PAGE,
  WHOLE_ARCHIVE_MAX_BYTES,
} from '../archives.ts'
import { archiveListing, compressBody, extractBody } from '../opened-archives.ts'
import {
  asHead,
  call,
  type Call,
  type Chapter,
  flag,
  json,
  jsonBody,
  plain,
  PREFER_ASYNC,
  REGISTERED,
  text,
} from './call.ts'
import { contentCalls } from './content.ts'

const MIB = 1024 * 1024
const PERMISSION = '`download`; without it 202 and no content'
const READ_ERRORS: Call['errors'] = [
  'badRequest',
  'forbidden',
  'notFound',
  'downloadDenied',
  'isFolder',
  'tooLarge',
  'unsupportedMediaType',
]

const entry = call({
  method: 'GET',
  path: '/api/archive/raw{/*path}',
  summary: 'Download a file of an archive',
  policy: 'person',
  permission: PERMISSION,
  queryToken: true,
  notes: 'Like the download of a file, with ranges and conditions. A file that turns out to be broken is cut off.',
  query: {
    entry: text('The path of the file in the archive.'),
    inline: flag('For display in a browser: the type follows the name, and a policy keeps scripts from running.'),
  },
  needs: ['entry'],
  ...(contentCalls.raw.headers && { headers: contentCalls.raw.headers }),
  answers: contentCalls.raw.answers,
  errors: [...READ_ERRORS, 'preconditionFailed', 'rangeNotSatisfiable'],
})

export const archivesCalls = {
  list: call({
    method: 'GET',
    path: '/api/archive/entries{/*path}',
    summary: 'List a folder of an archive',
    policy: 'person',
    permission: PERMISSION,
    query: {
      folder: text('A folder in the archive; the archive itself without it.'),
      cursor: text(`The \`cursor\` of the previous page; pages have ${ARCHIVE_PAGE} entries.`),
    },
    answers: {
      200: json(
        archiveListing,
        'The entries; or how far a long archive was read so far: ask again until the entries come.',
      ),
    },
    errors: READ_ERRORS,
  }),
  entry,
  entryHead: asHead(entry),
  extract: call({
    method: 'POST',
    path: '/api/archive/extract{/*path}',
    summary: 'Extract an archive, or some of it',
    policy: 'person',
    permission: '`download` and `create`',
    notes:
      'Everything lands in one new thing with a free name, so that nothing is replaced: a single entry under its own ' +
      'name, several in a folder named after the archive. Entries that cannot be read are left out and counted. The ' +
      'quota is asked first. When it is cancelled or fails, what was made goes to the trash. When its process is ' +
      'killed, what was made stays, every file of it whole, and its record soon says `interrupted`.',
    headers: PREFER_ASYNC,
    body: jsonBody(extractBody),
    answers: { 200: plain('Extracted.'), 202: REGISTERED },
    errors: [...READ_ERRORS, 'isFile', 'conflict', 'locked', 'noRoom', 'stopped'],
  }),
  create: call({
    method: 'POST',
    path: '/api/archive/create{/*path}',
    summary: 'Make an archive of items of a folder, in that folder',
    policy: 'person',
    permission: '`download` and `create`',
    notes: 'The archive gets the name or, where that is taken, the next free one. It is there whole or not at all.',
    headers: PREFER_ASYNC,
    body: jsonBody(compressBody),
    answers: { 200: plain('Written.'), 202: REGISTERED },
    errors: [
      'badRequest',
      'forbidden',
      'notFound',
      'downloadDenied',
      'conflict',
      'locked',
      'noRoom',
      'stopped',
      'tooLarge',
      'unsupportedMediaType',
    ],
  }),
}

export const archivesChapter: Chapter = {
  title: 'Archives',
  about:
    'Archives that are opened like folders: zip, 7z, tar, and tars packed by gzip, bzip2, xz, LZ4, zstd, brotli or ' +
    'snappy, told by the endings of their names. Names are made safe: entries that are links or devices, or whose ' +
    'names lead elsewhere, are left out and counted; of names that differ in case alone, the later one gets a ' +
    `number. An archive of more than ${ARCHIVE_ENTRIES_MAX} entries and one that would become more than ` +
    `${ARCHIVE_GROWTH_MAX} times as large as it is (and more than ${ARCHIVE_ALWAYS_FINE_BYTES / MIB} MiB) is 413; a ` +
    'broken one is 415. Of a 7z, files packed by PPMd or BCJ2 can be read only if it has at most ' +
    `${WHOLE_ARCHIVE_MAX_BYTES / MIB} MiB, and no files whose packing needs more than 128 MiB of memory.`,
  calls: Object.values(archivesCalls),
}
