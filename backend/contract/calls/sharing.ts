// Links: how people make them, and what guests get who come by one.
import { LINKS_MAX } from '../limits.ts'
import { PREVIEW_SIZES } from '../previews.ts'
import {
  changeShareBody,
  createShareBody,
  shareLink,
  shareLinks,
  SHARE_PASSWORD_HEADER,
  sharedResource,
} from '../shares.ts'
import { asHead, bytes, call, type Chapter, empty, flag, json, jsonBody, plain, text, word } from './call.ts'
import { archiveQuery } from './content.ts'

const PERMISSION = '`share` and `download`'
const HASH = { hash: 'The hash of the link.' }
const token = text('Opens a link in the place of its password.')
const password = { [SHARE_PASSWORD_HEADER]: 'The password of the link, percent-encoded as UTF-8.' }
const NOT_MODIFIED = empty('What the client has (`If-None-Match`, `If-Modified-Since`) is still right.')

const publicDownload = call({
  method: 'GET',
  path: '/api/public/dl/:hash{/*path}',
  summary: 'Download what is shared',
  policy: 'public',
  params: HASH,
  notes:
    'A file as it is, a folder as an archive: as in `/api/raw`. From its first byte on it counts as a download, ' +
    'once a guest address and hour. Of a link with a limit any part of a file counts, any archive and any `big` ' +
    'preview; small previews and HEAD do not. When none is left, others than the guests of the last hour get 404.',
  query: {
    token,
    inline: flag('For a browser to show.'),
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
    206: bytes('The range that was asked for.', { 'Content-Range': 'Which bytes these are, and of how many.' }),
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
  summary: 'Show a picture of a shared file',
  policy: 'public',
  params: {
    ...HASH,
    size: `\`${PREVIEW_SIZES[0]}\` fills 256 × 256 pixels, \`${PREVIEW_SIZES[1]}\` fits in 1080 × 1080.`,
  },
  query: {
    token,
    inline: flag('For a browser to show.'),
    render: flag('A still picture of whatever has a renderer.'),
    fit: word('inside', 'A `thumb` that keeps the shape of the picture.'),
    key: text('Anything that changes with the file, for the cache of the browser.'),
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

export const sharingCalls = {
  list: call({
    method: 'GET',
    path: '/api/shares',
    summary: 'List one’s links',
    policy: 'person',
    permission: PERMISSION,
    notes: 'By person, then by when they end. Administrators get those of everybody.',
    query: { ended: flag('Those that have ended in the last 30 days instead, which can be extended.') },
    answers: { 200: json(shareLinks, 'The links.') },
    errors: ['forbidden'],
  }),
  listAt: call({
    method: 'GET',
    path: '/api/share{/*path}',
    summary: 'List the links to a place',
    policy: 'person',
    permission: PERMISSION,
    answers: { 200: json(shareLinks, 'One’s own links to just that place; administrators get those of everybody.') },
    errors: ['badRequest', 'forbidden'],
  }),
  create: call({
    method: 'POST',
    path: '/api/share{/*path}',
    summary: 'Make a link',
    policy: 'person',
    permission: PERMISSION,
    body: jsonBody(createShareBody),
    notes: `A person has ${LINKS_MAX} at most: with one more those go that have ended, the oldest first.`,
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
    notes: 'The path is the hash. Only the owner may, also when it has ended.',
    body: jsonBody(changeShareBody),
    answers: { 200: json(shareLink, 'The link as it is now.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'tooLarge', 'unsupportedMediaType'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/share{/*path}',
    summary: 'End a link',
    policy: 'person',
    permission: PERMISSION,
    notes: 'The path is the hash. Administrators may end any.',
    answers: { 200: plain('It opens nothing any more.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  open: call({
    method: 'GET',
    path: '/api/public/share/:hash{/*path}',
    summary: 'Look at what is shared',
    policy: 'public',
    params: HASH,
    notes: 'The path is relative to what is shared; behind a shared file it says nothing.',
    query: { token },
    headers: password,
    answers: {
      200: json(sharedResource, 'The file, without its text, or the folder with what lies in it, by name.'),
    },
    errors: ['passwordNeeded', 'forbidden', 'notFound', 'tooManyRequests'],
  }),
  download: publicDownload,
  downloadHead: asHead(publicDownload),
  preview: publicPreview,
  previewHead: asHead(publicPreview),
}

export const sharingChapter: Chapter = {
  title: 'Links',
  about:
    'A link hands out a file or folder to whoever has it. It follows what it leads to when that is ' +
    'renamed or moved, and ends when it is deleted. It opens what its owner may read and share at that ' +
    'moment, and nothing beside it. The calls below `/api/public` need no token. In their paths `%2F` ' +
    'counts as a slash, also right behind the hash.',
  calls: Object.values(sharingCalls),
}
