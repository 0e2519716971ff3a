// Resumable uploads.
import { UNFINISHED_UPLOADS_MAX } from '../limits.ts'
import { call, type Chapter, empty, flag, plain, text } from './call.ts'

const OFFSET = { 'Upload-Offset': 'The number of stored bytes, where the next chunk begins.' }
const NAMED = { 'X-Upload': 'The name of this upload.' }
const NAMES = {
  'X-Upload': 'The name that the upload was given. If another one to this path has begun since, the answer is 412.',
}
const EXPIRES = { 'Upload-Expires': 'When the upload is removed unless it continues.' }

export const uploadsCalls = {
  begin: call({
    method: 'POST',
    path: '/api/tus{/*path}',
    summary: 'Start an upload',
    policy: 'person',
    permission: '`create`; `modify` too for `override=true`',
    notes:
      'An upload without `Upload-Length` has no marked last chunk. The first chunk that is ' +
      "shorter than the settings' chunk size turns everything received into the file. If more data follows, " +
      'the file is written again when somebody asks for it or for a folder above it, or ' +
      'three seconds after the last chunk; at most every three seconds per upload, and never ' +
      'while a chunk is arriving. Chunks at its end are accepted for ten minutes after it became a file. If ' +
      'two uploads create the same new name, the second one to finish is refused with 409.',
    query: {
      override: flag('Replaces an existing file once the upload is complete.'),
      modified: text('The modification time of the file, in milliseconds since 1970; now by default.'),
    },
    headers: {
      'Upload-Length': 'The size of the file. Without it, the file grows with each chunk.',
      'Upload-Metadata': '`mtime` holds the modification time of the file.',
    },
    answers: { 201: plain('Started.', { Location: 'Where to send the chunks.', ...NAMED, ...EXPIRES }) },
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
    summary: 'Get the offset of an upload',
    policy: 'person',
    permission: '`create`',
    answers: {
      200: empty('The current state.', {
        ...OFFSET,
        'Upload-Length': 'The declared size; -1 if none.',
        ...NAMED,
        ...EXPIRES,
      }),
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
      'Chunks may have any size. The file appears, complete, with the last one. Scope, permissions and rules ' +
      'are checked again right before that; if one fails, the answer is 403 and the upload is removed.',
    headers: { 'Upload-Offset': 'Where the chunk begins, as HEAD reports it.', ...NAMES },
    body: { type: 'application/offset+octet-stream' },
    answers: { 204: empty('The chunk is stored.', { ...OFFSET, ...EXPIRES }) },
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
    summary: 'Cancel an upload',
    policy: 'person',
    headers: NAMES,
    notes:
      'If an upload without a length has already become a file, that file is removed, version by version, and the ' +
      'file it replaced is restored and leaves the trash; no delete marker is written. If somebody else has ' +
      'written to that name since, nothing is changed.',
    answers: { 204: empty('Removed.') },
    errors: ['badRequest', 'preconditionFailed', 'forbidden', 'notFound', 'locked', 'conflict'],
  }),
}

export const uploadsChapter: Chapter = {
  title: 'Resumable uploads',
  about:
    'tus 1.0 at the path of the file itself. Bytes acknowledged with 204 survive the end of any process. ' +
    'Unfinished uploads belong to the person who started them: ' +
    `a person has ${UNFINISHED_UPLOADS_MAX} at most. Exceeded limits are answered with 503 and ` +
    '`Retry-After` here, because tus clients give up after most other codes. If `Tus-Resumable` is sent ' +
    'and is not `1.0.0`, the answer is 412 with the supported `Tus-Version`. `Upload-Concat` and ' +
    '`Upload-Checksum` are refused with 400. An upload is found by its path, and a later ' +
    'one of the same person takes the place of an earlier one. A client that sends `X-Upload` with its chunks never ' +
    'adds to a file that is not its own.',
  calls: Object.values(uploadsCalls),
}
