// Followed feeds.
import { followBody, followList, followRecord } from '../follows.ts'
import { FEED_ENTRIES_MAX, FEED_NEW_MAX, FOLLOW_LOOKS_MAX, FOLLOW_LOOKS_MINUTES, FOLLOWS_MAX } from '../limits.ts'
import { call, type Chapter, empty, flag, json, jsonBody } from './call.ts'

const ID = { id: 'The id of a followed feed.' }
const OWN = 'Answered with 404 for a feed that somebody else follows, except to administrators.'

export const followsCalls = {
  list: call({
    method: 'GET',
    path: '/api/follows',
    summary: 'List followed feeds',
    policy: 'person',
    query: { all: flag('Those of everybody, for administrators.') },
    answers: { 200: json(followList, 'The feeds.') },
    errors: ['forbidden'],
  }),
  add: call({
    method: 'POST',
    path: '/api/follows',
    summary: 'Follow a feed, podcast or channel, or watch a folder',
    policy: 'person',
    permission:
      '`create` and `importYouTube`; for the kinds `auto` and `folder`, the permission to import torrents does as well',
    notes:
      `A person follows ${FOLLOWS_MAX} at most, and each link once. What is found is imported with the rights that ` +
      'the person has then. It stops by itself when these are lost.',
    body: jsonBody(followBody),
    answers: { 200: json(followRecord, 'A worker will look into it soon.') },
    errors: [
      'badRequest',
      'forbidden',
      'notFound',
      'isFile',
      'conflict',
      'tooMany',
      'tooLarge',
      'unsupportedMediaType',
    ],
  }),
  look: call({
    method: 'POST',
    path: '/api/follows/:id/look',
    summary: 'Look into a feed now',
    policy: 'person',
    notes:
      `${OWN} One that is paused or has stopped goes on. Each can be looked into ${FOLLOW_LOOKS_MAX} times in ` +
      `${FOLLOW_LOOKS_MINUTES} minutes, besides the looks that are due.`,
    params: ID,
    answers: { 204: empty('A worker will look into it soon.') },
    errors: ['notFound', 'tooManyRequests'],
  }),
  pause: call({
    method: 'POST',
    path: '/api/follows/:id/pause',
    summary: 'Pause a followed feed',
    policy: 'person',
    notes: OWN,
    params: ID,
    answers: { 204: empty('No worker looks into it any more.') },
    errors: ['notFound', 'conflict'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/follows/:id',
    summary: 'Stop following a feed',
    policy: 'person',
    notes: `${OWN} What it has begun goes on, and what it has brought stays.`,
    params: ID,
    answers: { 204: empty('It is no longer listed.') },
    errors: ['notFound'],
  }),
}

export const followsChapter: Chapter = {
  title: 'Followed feeds',
  about:
    'A worker looks into a followed feed every hour, and less often while that fails. The first look takes none of ' +
    `the entries that are there. Later ones import what is new, ${FEED_NEW_MAX} entries a look at most. Of one feed, ` +
    `the ${FEED_ENTRIES_MAX} latest entries are known. A watched folder is followed in the same way: a worker looks ` +
    'into it every minute. Torrent files and shortcuts (.url) there are imported and moved to its folder `done`, or, ' +
    'if that cannot be, to `failed`. What lies in the shared folder is imported with the rights of who has put it ' +
    'there with Nido, into the usual folder of that person or a shared one; where nobody knows who that is, it only ' +
    'says so. A folder there is watched once.',
  calls: Object.values(followsCalls),
}
