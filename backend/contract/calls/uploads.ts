// Resumable uploads.
import { UNFINISHED_UPLOADS_MAX } from '../limits.ts'
import { call, type Chapter, empty, flag, plain, text } from './call.ts'

const OFFSET = { 'Upload-Offset': 'Bytes that are safe: the next chunk begins there.' }
const EXPIRES = { 'Upload-Expires': 'When the upload is given up unless it goes on.' }

export const uploadsCalls = {
  begin: call({
    method: 'POST',
    path: '/api/tus{/*path}',
    summary: 'Begin an upload',
    policy: 'person',
    permission: '`create`; `modify` too for `override=true`',
    notes:
      'Nobody says which chunk is the last of an upload without `Upload-Length`. The first one that is ' +
      "shorter than the settings' chunk size makes what has come the file. Where more comes after it, " +
      'and before such a chunk, the file is made when somebody asks for it or for anything above it, or ' +
      'three seconds after the last chunk; of one upload no oftener than every three seconds, and never ' +
      'while a chunk is on its way. A chunk at its end goes on, for ten minutes after it became a file. Of ' +
      'two uploads to one new name the second to end is refused with 409.',
    query: {
      override: flag('Replaces a file that is there, when the upload is whole.'),
      modified: text('The time of the file, in milliseconds since 1970; else it is now.'),
    },
    headers: {
      'Upload-Length': 'Bytes of the file. Without it the file grows with each chunk.',
      'Upload-Metadata': '`mtime` has the time of the file.',
    },
    answers: { 201: plain('It has begun.', { Location: 'Where the chunks go.', ...EXPIRES }) },
    errors: [
      'badRequest',
      'preconditionFailed',
      'forbidden',
      'conflict',
      'isFile',
      'isFolder',
      'tooLarge',
      'locked',
      'noRoom',
      'tooManyUploads',
      'goneMeanwhile',
      'notFound',
    ],
  }),
  progress: call({
    method: 'HEAD',
    path: '/api/tus{/*path}',
    summary: 'Ask how far an upload is',
    policy: 'person',
    permission: '`create`',
    answers: {
      200: empty('How far it is.', { ...OFFSET, 'Upload-Length': 'As declared; -1 for none.', ...EXPIRES }),
    },
    errors: ['badRequest', 'preconditionFailed', 'forbidden', 'notFound', 'locked', 'goneMeanwhile'],
  }),
  append: call({
    method: 'PATCH',
    path: '/api/tus{/*path}',
    summary: 'Send the next chunk',
    policy: 'person',
    permission: '`create`',
    notes:
      'Chunks may be of any size. With the last one the file is there, whole. Scope, permissions and rules ' +
      'are asked again right before that: 403, and nothing of the upload stays.',
    headers: { 'Upload-Offset': 'Where the chunk begins: as HEAD tells it.' },
    body: { type: 'application/offset+octet-stream' },
    answers: { 204: empty('It is safe.', { ...OFFSET, ...EXPIRES }) },
    errors: [
      'badRequest',
      'preconditionFailed',
      'forbidden',
      'notFound',
      'conflict',
      'goneMeanwhile',
      'isFile',
      'isFolder',
      'tooLarge',
      'unsupportedMediaType',
      'locked',
      'noRoom',
    ],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/tus{/*path}',
    summary: 'Give an upload up',
    policy: 'person',
    notes:
      'What an upload without length has made a file of goes too, version by version, and what that ' +
      'replaced is the file again, no longer in the trash; never a delete marker is laid. Where somebody ' +
      'else has written since, nothing is touched.',
    answers: { 204: empty('Nothing is left of it.') },
    errors: ['badRequest', 'preconditionFailed', 'forbidden', 'notFound', 'locked', 'conflict'],
  }),
}

export const uploadsChapter: Chapter = {
  title: 'Resumable uploads',
  about:
    'tus 1.0 at the path of the file itself. What a 204 acknowledged survives every process. ' +
    'Unfinished uploads belong to who began them: ' +
    `a person has ${UNFINISHED_UPLOADS_MAX} at most. Too much of anything is 503 with ` +
    '`Retry-After` here: tus clients give an upload up after most others. A `Tus-Resumable` that is sent ' +
    'and is not `1.0.0` is refused with 412, and `Tus-Version` says what is spoken; `Upload-Concat` and ' +
    '`Upload-Checksum` are refused with 400.',
  calls: Object.values(uploadsCalls),
}
