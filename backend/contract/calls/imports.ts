// Imports: torrents, videos and links that a worker fetches.
import { IMPORT_HISTORY_MAX, IMPORT_LINKS_MAX, IMPORTS_KEPT_HOURS, IMPORTS_KEPT_MAX, IMPORTS_MAX } from '../limits.ts'
import {
  changeImportBody,
  importBody,
  importDetails,
  importHistory,
  importList,
  importRecord,
  importsStarted,
  probeBody,
  videoProbe,
} from '../imports.ts'
import { IMPORT_KINDS } from '../import-kinds.ts'
import { bytes, call, type Chapter, choice, empty, flag, json, jsonBody } from './call.ts'
import { torrentsCalls } from './torrents.ts'

const ID = { id: 'The id of an import.' }
const PROBE_ID = { id: 'The id of a look.' }
const OWN = 'Answered with 404 for an import of somebody else, except to administrators.'

export const importsCalls = {
  ...torrentsCalls,
  list: call({
    method: 'GET',
    path: '/api/imports',
    summary: 'List imports',
    policy: 'person',
    notes:
      `Ended ones are listed for ${IMPORTS_KEPT_HOURS} hours, ${IMPORTS_KEPT_MAX} of a person at most. The event ` +
      '`import` tells open pages how they change.',
    query: {
      kind: choice(IMPORT_KINDS, 'Only imports of one kind.'),
      all: flag('Those of everybody, for administrators.'),
    },
    answers: { 200: json(importList, 'The imports.') },
    errors: ['forbidden'],
  }),
  start: call({
    method: 'POST',
    path: '/api/imports',
    summary: 'Import links',
    policy: 'person',
    permission: '`create`, and `importTorrents` for magnet links, `importYouTube` for others',
    notes:
      `${IMPORT_LINKS_MAX} links at most. What cannot be imported is answered by itself and does not keep the others ` +
      `from being imported. A person has ${IMPORTS_MAX} imports that have not ended, at most.`,
    body: jsonBody(importBody),
    answers: { 200: json(importsStarted, 'What waits for a worker now, and what was refused.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'isFile', 'tooMany', 'tooLarge', 'unsupportedMediaType'],
  }),
  probe: call({
    method: 'POST',
    path: '/api/imports/probe',
    summary: 'Look at a video before it is imported',
    policy: 'person',
    permission: '`importYouTube` and `create`',
    notes: 'A worker looks. It ends the looks that the person has begun before. Nothing needs to wait for it.',
    body: jsonBody(probeBody),
    answers: { 200: json(videoProbe, 'The look has begun.') },
    errors: ['badRequest', 'forbidden', 'tooManyRequests', 'tooLarge', 'unsupportedMediaType'],
  }),
  probed: call({
    method: 'GET',
    path: '/api/imports/probe/:id',
    summary: 'Read what a look at a video has found',
    policy: 'person',
    notes: 'Only for the owner, until the next look.',
    params: PROBE_ID,
    answers: { 200: json(videoProbe, 'What it has found so far.') },
    errors: ['notFound'],
  }),
  probePicture: call({
    method: 'GET',
    path: '/api/imports/probe/:id/picture',
    summary: 'Download the picture that a look at a video has found',
    policy: 'person',
    queryToken: true,
    notes: 'Only for the owner, until the next look.',
    params: PROBE_ID,
    answers: { 200: bytes('A small JPEG picture.') },
    errors: ['notFound'],
  }),
  clear: call({
    method: 'DELETE',
    path: '/api/imports',
    summary: 'Forget the ended imports',
    policy: 'person',
    notes: 'What they have brought stays.',
    answers: { 204: empty('They are no longer listed.') },
    errors: [],
  }),
  history: call({
    method: 'GET',
    path: '/api/import-history',
    summary: 'List what the person has imported',
    policy: 'person',
    notes: `The last ${IMPORT_HISTORY_MAX}.`,
    answers: { 200: json(importHistory, 'One’s own imports that are done.') },
    errors: [],
  }),
  clearHistory: call({
    method: 'DELETE',
    path: '/api/import-history',
    summary: 'Forget what the person has imported',
    policy: 'person',
    notes: 'The files stay.',
    answers: { 204: empty('It is forgotten.') },
    errors: [],
  }),
  read: call({
    method: 'GET',
    path: '/api/imports/:id',
    summary: 'Read an import',
    policy: 'person',
    notes: OWN,
    params: ID,
    answers: { 200: json(importDetails, 'The import with its files.') },
    errors: ['notFound'],
  }),
  change: call({
    method: 'PATCH',
    path: '/api/imports/:id',
    summary: 'Change an import',
    policy: 'person',
    notes:
      `${OWN} What a torrent fetches can be changed until it is done. One that runs does so after a second or two. ` +
      'Files that are in their folder already stay there.',
    params: ID,
    body: jsonBody(changeImportBody),
    answers: { 200: json(importRecord, 'The import as it is now.') },
    errors: ['badRequest', 'notFound', 'conflict', 'tooLarge', 'unsupportedMediaType'],
  }),
  pause: call({
    method: 'POST',
    path: '/api/imports/:id/pause',
    summary: 'Pause an import',
    policy: 'person',
    notes: `${OWN} What has been fetched is kept.`,
    params: ID,
    answers: { 204: empty('It is paused, or will be in a second or two.') },
    errors: ['notFound', 'conflict'],
  }),
  resume: call({
    method: 'POST',
    path: '/api/imports/:id/resume',
    summary: 'Continue a paused or failed import',
    policy: 'person',
    notes: `${OWN} A list that is done, but for some entries, tries these once more.`,
    params: ID,
    answers: { 204: empty('It waits for a worker.') },
    errors: ['notFound', 'conflict', 'tooMany'],
  }),
  check: call({
    method: 'POST',
    path: '/api/imports/:id/check',
    summary: 'Verify what a torrent has fetched anew',
    policy: 'person',
    notes:
      `${OWN} What is on the disk and not yet in its folder is compared with the torrent, and what is broken comes ` +
      'again. One that is paused or has failed goes on.',
    params: ID,
    answers: { 204: empty('It is verified as soon as a worker has it.') },
    errors: ['badRequest', 'notFound', 'conflict', 'tooMany'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/imports/:id',
    summary: 'Cancel an import, or forget an ended one',
    policy: 'person',
    notes:
      `${OWN} What an import that has not ended has put into its folder goes to the trash. What an ended one has ` +
      'brought stays.',
    params: ID,
    answers: { 204: empty('It is no longer listed. A worker removes what it had fetched.') },
    errors: ['notFound'],
  }),
  watch: call({
    method: 'GET',
    path: '/api/imports/:id/raw/:file',
    summary: 'Play a film or song of a torrent while it comes',
    policy: 'person',
    queryToken: true,
    notes:
      'Only for the owner, of a torrent that comes from its beginning on (`inOrder`), as long as the import is ' +
      'listed. Supports ranges; what is not there yet is waited for.',
    params: { ...ID, file: 'The place of the file in the list of what is in the torrent, from 0.' },
    headers: { Range: '`bytes=…`' },
    answers: {
      200: bytes('The file.', { 'Accept-Ranges': '`bytes`.' }),
      206: bytes('The requested range.', { 'Content-Range': 'Which bytes these are, and the total size.' }),
    },
    errors: ['notFound', 'rangeNotSatisfiable'],
  }),
  picture: call({
    method: 'GET',
    path: '/api/imports/:id/picture',
    summary: 'Download the picture of a video that is imported',
    policy: 'person',
    queryToken: true,
    notes: OWN,
    params: ID,
    answers: { 200: bytes('A small JPEG picture.') },
    errors: ['notFound'],
  }),
}

export const importsChapter: Chapter = {
  title: 'Imports',
  about:
    'A worker process fetches torrents, videos and links into the files of the person who asked for them. An import ' +
    'goes on after restarts. Its files appear one by one, each when it is whole.',
  calls: Object.values(importsCalls),
}
