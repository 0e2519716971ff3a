// Files and folders.
import { z } from 'zod'
import { CHECKSUM_ALGORITHMS, resource, usage } from '../resources.ts'
import { SEARCH_HITS_MAX, SEARCH_TERMS_MAX } from '../limits.ts'
import { found } from '../search.ts'
import {
  call,
  type Call,
  type Chapter,
  choice,
  empty,
  flag,
  json,
  plain,
  PREFER_ASYNC,
  REGISTERED,
  text,
} from './call.ts'

const ETAG = { ETag: 'Identifies the state of the file.' }
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
    summary: 'Get a file’s information, or list a folder',
    policy: 'person',
    permission:
      '`download` for a checksum (without it 202 and no content), and for `content` and `photo` (without it left out)',
    notes: 'The path of a folder may end in a slash.',
    query: {
      photo: flag('Adds what the camera wrote into a picture.'),
      checksum: choice(CHECKSUM_ALGORITHMS, 'Adds the checksum of a file and leaves out `content`. Needs `download`.'),
    },
    headers: { 'If-None-Match': 'ETags of a folder.' },
    answers: {
      200: json(resource, 'The file, or the folder and its items.', {
        ETag: 'Identifies what is told of a folder. Missing for a file, and where more than the index had to be asked.',
      }),
      304: empty('The client has the same.'),
    },
    errors: ['badRequest', 'forbidden', 'notFound', 'downloadDenied'],
  }),
  create: call({
    method: 'POST',
    path: '/api/resources{/*path}',
    summary: 'Upload a file, or create a folder',
    policy: 'person',
    permission: '`create`; `modify` too for `override=true`',
    notes:
      'A path that ends in a slash creates a folder, which may already exist. Otherwise the body is the content of a ' +
      'file, whatever its type. The file appears complete or not at all. Missing parent folders are created.',
    query: {
      override: flag('Replaces an existing file.'),
      modified: text('The modification time of the file, in milliseconds since 1970; now by default.'),
    },
    body: { type: '*/*', isOptional: true },
    answers: { 200: plain('The file or folder exists.', ETAG) },
    errors: UPLOAD_ERRORS,
  }),
  save: call({
    method: 'PUT',
    path: '/api/resources{/*path}',
    summary: 'Save an existing file',
    policy: 'person',
    permission: '`modify`',
    headers: {
      'If-Match': 'The ETag of the only state that may be replaced: 412 if the file was changed meanwhile (RFC 9110).',
    },
    body: { type: '*/*' },
    answers: { 200: plain('The file is saved.', ETAG) },
    errors: [...UPLOAD_ERRORS, 'methodNotAllowed', 'preconditionFailed'],
  }),
  change: call({
    method: 'PATCH',
    path: '/api/resources{/*path}',
    summary: 'Rename, move or copy, or restore a version',
    policy: 'person',
    permission: '`rename` for `rename`, `create` for `copy`, `modify` for `override=true` and `restore`',
    notes: 'All readers see the change at the same moment. The answer follows it.',
    query: {
      action: choice(['rename', 'copy', 'restore'], 'What to do.'),
      destination: text('The new path, with percent-encoded segments, percent-encoded once more as a query value.'),
      override: flag('Replaces an existing file with a file, and merges a folder into an existing folder.'),
      rename: flag(
        'Uses the next free name: `name(1).txt`, or `name(2).txt` for `name(1).txt`. Takes precedence over `override`.',
      ),
      history: flag(
        'On a rename into or out of the shared folder, older versions move along, and others can read them there. ' +
          'Without it they stay behind in the trash.',
      ),
      version: text('For `restore`: the id of the version to make current.'),
    },
    needs: ['action'],
    headers: PREFER_ASYNC,
    answers: {
      200: plain('Done.'),
      202: REGISTERED,
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
      'It is gone for all readers once the call answers, whatever its size. It can be restored from the trash if the ' +
      'storage keeps versions.',
    answers: {
      204: empty('Deleted.', {
        'X-Trash-Note': 'The id of the trash note; missing if the storage keeps no versions.',
      }),
    },
    errors: ['badRequest', 'forbidden', 'notFound', 'conflict', 'locked'],
  }),
  usage: call({
    method: 'GET',
    path: '/api/usage{/*path}',
    summary: 'Get the used space',
    policy: 'person',
    answers: { 200: json(usage, 'Bytes used in the scope; `used` and `total` are 0 for a file.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  search: call({
    method: 'GET',
    path: '/api/search{/*path}',
    summary: 'Search below a folder',
    policy: 'person',
    notes:
      'At least one of the words has to occur in the name. Words in double quotes count as one word. ' +
      `${SEARCH_TERMS_MAX} words and as many filters at most. ` +
      'Filters: `type:image`, `type:audio`, `type:video` or an extension; `ext:pdf`; ' +
      '`size:>10mb`; `after:2026-01-01`, `before:…`; `case:sensitive`. A client that accepts `application/x-ndjson` ' +
      'gets one object per line as they are found. With `limit`, the best hits come first: those with all of the ' +
      'words, then with the words together, at the beginning of the name, and as whole words; equals by name.',
    query: {
      query: text('The search text.'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(SEARCH_HITS_MAX)
        .optional()
        .describe('At most so many hits, the best first, with size and time. Without it all come, in no order.'),
    },
    answers: {
      200: {
        meaning: 'The hits; none if the folder does not exist.',
        headers: { 'X-Total-Count': 'How many hits there are in all. Only with `limit`.' },
        content: [{ type: 'application/json', schema: z.array(found) }, { type: 'application/x-ndjson' }],
      },
    },
    errors: ['badRequest', 'forbidden'],
  }),
}

export const filesChapter: Chapter = {
  title: 'Files and folders',
  about:
    'A path is absolute within the scope of the caller. What rules deny or `hideDotfiles` hides is answered with ' +
    '403 and left out of listings.',
  calls: Object.values(filesCalls),
}
