// Share links: managing them, and what guests get through them.
import { LINKS_MAX } from '../limits.ts'
import { PREVIEW_SIZES, PREVIEW_WIDTHS, THUMB_WIDTH_MAX } from '../previews.ts'
import {
  changeShareBody,
  createShareBody,
  shareLink,
  shareLinks,
  SHARE_PASSWORD_HEADER,
  sharedResource,
} from '../shares.ts'
import { asHead, bytes, call, type Chapter, choice, empty, flag, json, jsonBody, plain, text, word } from './call.ts'
import { archiveQuery } from './content.ts'

const PERMISSION = '`share` and `download`'
const HASH = { hash: 'The hash of the link.' }
const token = text('Opens a link in place of its password.')
const password = { [SHARE_PASSWORD_HEADER]: 'The password of the link, percent-encoded as UTF-8.' }
const NOT_MODIFIED = empty('The copy of the client is still current (`If-None-Match`, `If-Modified-Since`).')

const publicDownload = call({
  method: 'GET',
  path: '/api/public/dl/:hash{/*path}',
  summary: 'Download what is shared',
  policy: 'public',
  params: HASH,
  notes:
    'Files are sent as they are, folders as an archive, as in `/api/raw`. A download counts from its first byte on, ' +
    'once per guest address and hour. If the link has a download limit, every part of a file, every archive and ' +
    'every `big` preview counts; thumbnails and HEAD do not. Once the limit is reached, guests of the last hour ' +
    'still get in, and others get 404.',
  query: {
    token,
    inline: flag('For display in a browser.'),
    ...archiveQuery,
  },
  headers: {
    ...password,
    Range: '`bytes=…`',
    'If-None-Match': 'ETags, or `*`.',
    'If-Modified-Since': 'A date.',
    'If-Range': 'An ETag or a date.',
  },
  answers: {
    200: bytes('The file or the archive.'),
    206: bytes('The requested range.', { 'Content-Range': 'Which bytes these are, and the total size.' }),
    304: NOT_MODIFIED,
  },
  errors: [
    'badRequest',
    'passwordNeeded',
    'forbidden',
    'notFound',
    'isFile',
    'preconditionFailed',
    'rangeNotSatisfiable',
    'tooManyRequests',
  ],
})

const publicPreview = call({
  method: 'GET',
  path: '/api/public/preview/:size/:hash{/*path}',
  summary: 'Get a thumbnail or preview of a shared file',
  policy: 'public',
  params: {
    ...HASH,
    size: `\`${PREVIEW_SIZES[0]}\` fills 256 × 256 pixels, \`${PREVIEW_SIZES[1]}\` fits into 1080 × 1080.`,
  },
  query: {
    token,
    inline: flag('For display in a browser.'),
    render: flag('A still picture of every type that can be rendered.'),
    width: choice(
      PREVIEW_WIDTHS.map(String),
      `With \`render\`, the side of the square in pixels; a \`thumb\` has ${THUMB_WIDTH_MAX} at most.`,
    ),
    fit: word('inside', 'A `thumb` that keeps the aspect ratio of the picture.'),
    key: text('Any value that changes with the file, so that browsers do not use an old copy.'),
  },
  headers: password,
  answers: { 200: bytes('The picture.'), 206: bytes('A range of the file itself.'), 304: NOT_MODIFIED },
  errors: [
    'badRequest',
    'passwordNeeded',
    'forbidden',
    'notFound',
    'tooLarge',
    'unsupportedMediaType',
    'notImplemented',
    'preconditionFailed',
    'rangeNotSatisfiable',
    'tooManyRequests',
  ],
})

const publicSubtitle = call({
  method: 'GET',
  path: '/api/public/subtitle/:hash{/*path}',
  summary: 'Read shared subtitles as WebVTT',
  policy: 'public',
  params: HASH,
  notes: 'As `/api/subtitle`, for a file in a shared folder. If the link has a download limit, it counts.',
  query: { token, inline: flag('For display in a browser.') },
  headers: password,
  answers: {
    200: { meaning: 'The subtitles.', content: [{ type: 'text/vtt' }] },
    304: NOT_MODIFIED,
  },
  errors: [
    'badRequest',
    'passwordNeeded',
    'forbidden',
    'notFound',
    'tooLarge',
    'unsupportedMediaType',
    'preconditionFailed',
    'tooManyRequests',
  ],
})

export const sharingCalls = {
  list: call({
    method: 'GET',
    path: '/api/shares',
    summary: 'List one’s links',
    policy: 'person',
    permission: PERMISSION,
    notes: 'Sorted by person, then by expiry. Administrators get the links of everybody.',
    query: { ended: flag('Links that ended within the last 30 days instead. They can be extended.') },
    answers: { 200: json(shareLinks, 'The links.') },
    errors: ['forbidden'],
  }),
  listAt: call({
    method: 'GET',
    path: '/api/share{/*path}',
    summary: 'List the links of a path',
    policy: 'person',
    permission: PERMISSION,
    answers: { 200: json(shareLinks, 'Your links to exactly that path; administrators get the links of everybody.') },
    errors: ['badRequest', 'forbidden'],
  }),
  create: call({
    method: 'POST',
    path: '/api/share{/*path}',
    summary: 'Create a link',
    policy: 'person',
    permission: PERMISSION,
    body: jsonBody(createShareBody),
    notes: `A person has ${LINKS_MAX} at most: when there are more, ended links are deleted, oldest first.`,
    answers: { 200: json(shareLink, 'The link.') },
    errors: [
      'badRequest',
      'forbidden',
      'notFound',
      'conflict',
      'tooMany',
      'locked',
      'tooLarge',
      'unsupportedMediaType',
    ],
  }),
  change: call({
    method: 'PATCH',
    path: '/api/share{/*path}',
    summary: 'Change or extend a link',
    policy: 'person',
    permission: PERMISSION,
    notes: 'The path is the hash. Only the owner may do this, also after the link has ended.',
    body: jsonBody(changeShareBody),
    answers: { 200: json(shareLink, 'The link as it is now.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'tooLarge', 'unsupportedMediaType'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/share{/*path}',
    summary: 'Delete a link',
    policy: 'person',
    permission: PERMISSION,
    notes: 'The path is the hash. Administrators may delete any link.',
    answers: { 200: plain('The link no longer works.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  open: call({
    method: 'GET',
    path: '/api/public/share/:hash{/*path}',
    summary: 'Get what is shared',
    policy: 'public',
    params: HASH,
    notes: 'The path is relative to the shared folder. It is ignored for a shared file.',
    query: { token },
    headers: password,
    answers: {
      200: json(sharedResource, 'The file without its text, or the folder and its items, sorted by name.'),
    },
    errors: ['passwordNeeded', 'forbidden', 'notFound', 'tooManyRequests'],
  }),
  download: publicDownload,
  downloadHead: asHead(publicDownload),
  preview: publicPreview,
  previewHead: asHead(publicPreview),
  subtitle: publicSubtitle,
  subtitleHead: asHead(publicSubtitle),
}

export const sharingChapter: Chapter = {
  title: 'Links',
  about:
    'A link gives everybody who has it access to a file or folder. It follows the item when that is ' +
    'renamed or moved, and ends when it is deleted. It gives access to what its owner may read and share at that ' +
    'moment, and to nothing else. The calls below `/api/public` need no token. In their paths `%2F` ' +
    'counts as a slash, also right after the hash.',
  calls: Object.values(sharingCalls),
}
