// Files and folders.
import { z } from 'zod'
import { CHECKSUM_ALGORITHMS, resource, usage } from '../resources.ts'
import { SEARCH_TERMS_MAX } from '../limits.ts'
import { found } from '../search.ts'
import { call, type Call, type Chapter, choice, empty, flag, json, plain, text } from './call.ts'

const ETAG = { ETag: 'Names the state of the file.' }
const CHANGE_ERRORS: Call['errors'] = [
  'badRequest',
  'forbidden',
  'notFound',
  'conflict',
  'goneMeanwhile',
  'isFile',
  'isFolder',
  'locked',
  'noRoom',
]
const UPLOAD_ERRORS: Call['errors'] = [...CHANGE_ERRORS, 'tooLarge']

export const filesCalls = {
  describe: call({
    method: 'GET',
    path: '/api/resources{/*path}',
    summary: 'Tell of a file, or list a folder',
    policy: 'person',
    permission:
      '`download` for a checksum, without it 202 and no content, and for the text of a file, which is left out',
    notes: 'A folder may be asked for with a closing slash or without.',
    query: {
      checksum: choice(CHECKSUM_ALGORITHMS, 'Adds the checksum of a file and leaves its text out. Needs `download`.'),
    },
    answers: { 200: json(resource, 'The file, or the folder with what lies in it.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'downloadDenied'],
  }),
  create: call({
    method: 'POST',
    path: '/api/resources{/*path}',
    summary: 'Upload a file, or make a folder',
    policy: 'person',
    permission: '`create`; `modify` too for `override=true`',
    notes:
      'With a closing slash it makes a folder, which may be there. Otherwise the body is the content, ' +
      'whatever its type, and appears whole or not at all. Missing parents are made.',
    query: {
      override: flag('Replaces a file that is there.'),
      modified: text('The time of the file, in milliseconds since 1970; else it is now.'),
    },
    body: { type: '*/*', isOptional: true },
    answers: { 200: plain('It is there.', ETAG) },
    errors: UPLOAD_ERRORS,
  }),
  save: call({
    method: 'PUT',
    path: '/api/resources{/*path}',
    summary: 'Save a file that is there',
    policy: 'person',
    permission: '`modify`',
    body: { type: '*/*' },
    answers: { 200: plain('It is saved.', ETAG) },
    errors: [...UPLOAD_ERRORS, 'methodNotAllowed'],
  }),
  change: call({
    method: 'PATCH',
    path: '/api/resources{/*path}',
    summary: 'Rename, move or copy, or restore a version',
    policy: 'person',
    permission: '`rename` for `rename`, `create` for `copy`, `modify` for `override=true` and `restore`',
    notes: 'It happens for all readers at one moment, and is answered then.',
    query: {
      action: choice(['rename', 'copy', 'restore'], 'What to do.'),
      destination: text(
        'Where to: a path whose segments are percent-encoded, encoded once more as a value of the query.',
      ),
      override: flag('A file replaces a file, a folder is merged into a folder.'),
      rename: flag('Takes the next free name, such as `name(1).txt`; wins over `override`.'),
      history: flag(
        'A rename into or out of the shared folder takes older versions along, which others may read there ' +
          'then. Else they stay behind in the trash.',
      ),
      version: text('For `restore`: the id of the version to put on top.'),
    },
    needs: ['action'],
    headers: { Prefer: '`respond-async` (RFC 7240) asks for an answer before the work is done.' },
    answers: {
      200: plain('It has happened.'),
      202: plain('It is registered.', {
        Location: 'Where the operation is told of.',
        'Preference-Applied': '`respond-async`',
      }),
    },
    errors: CHANGE_ERRORS,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/resources{/*path}',
    summary: 'Delete a file or a whole folder',
    policy: 'person',
    permission: '`delete`',
    notes:
      'It is gone for all readers with the answer, whatever its size, and can be brought back from the ' +
      'trash where the storage keeps versions.',
    answers: {
      204: empty('It is gone.', {
        'X-Trash-Note': 'The id of its note in the trash; not there on a storage without versions.',
      }),
    },
    errors: ['badRequest', 'forbidden', 'notFound', 'conflict', 'locked'],
  }),
  usage: call({
    method: 'GET',
    path: '/api/usage{/*path}',
    summary: 'Tell how much is used',
    policy: 'person',
    answers: { 200: json(usage, 'Bytes of the scope; both 0 for a file.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  search: call({
    method: 'GET',
    path: '/api/search{/*path}',
    summary: 'Search below a folder',
    policy: 'person',
    notes:
      `One of the words has to occur in the name; words in double quotes are one; ${SEARCH_TERMS_MAX} ` +
      'at most, and as many filters. Filters: `type:image`, `audio`, `video` or an ending; `ext:pdf`; ' +
      '`size:>10mb`; `after:2026-01-01`, `before:…`; `case:sensitive`. Who accepts `application/x-ndjson` ' +
      'gets one object a line, as they are found.',
    query: { query: text('What to look for.') },
    answers: {
      200: {
        meaning: 'What was found, in no order; nothing for a missing folder.',
        content: [{ type: 'application/json', schema: z.array(found) }, { type: 'application/x-ndjson' }],
      },
    },
    errors: ['badRequest', 'forbidden'],
  }),
}

export const filesChapter: Chapter = {
  title: 'Files and folders',
  about:
    'A path is absolute within the scope of who asks. What rules deny or `hideDotfiles` hides is 403, ' +
    'and left out of lists.',
  calls: Object.values(filesCalls),
}
