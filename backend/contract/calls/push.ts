// Reminders by push (RFC 8030), for devices whose page is closed.
import { pushBody, pushDevice, pushState } from '../push.ts'
import { PUSH_DEVICES_MAX } from '../push-limits.ts'
import { call, type Chapter, empty, json, jsonBody } from './call.ts'

const ID = { id: 'The id of one of one’s own devices.' }

export const pushCalls = {
  state: call({
    method: 'GET',
    path: '/api/push',
    summary: 'List the devices that reminders are pushed to',
    policy: 'person',
    answers: { 200: json(pushState, 'The devices, and what a browser needs to become one.') },
    errors: [],
  }),
  add: call({
    method: 'POST',
    path: '/api/push/devices',
    summary: 'Have reminders pushed to this device',
    policy: 'person',
    notes:
      `A person has ${PUSH_DEVICES_MAX} devices at most. A browser that sends the same address again stays the same ` +
      'device; if somebody else had it, it is theirs no longer. A device ends with the session that added it.',
    body: jsonBody(pushBody),
    answers: { 200: json(pushDevice, 'It is added.') },
    errors: ['badRequest', 'tooMany', 'tooLarge', 'unsupportedMediaType'],
  }),
  end: call({
    method: 'DELETE',
    path: '/api/push/devices/:id',
    summary: 'End push to a device',
    policy: 'person',
    params: ID,
    answers: { 204: empty('Nothing is pushed to it any more.') },
    errors: ['notFound'],
  }),
  test: call({
    method: 'POST',
    path: '/api/push/devices/:id/test',
    summary: 'Push a test to a device',
    policy: 'person',
    params: ID,
    answers: { 204: empty('A worker will push it in a moment. `GET /api/push` tells what became of it.') },
    errors: ['notFound'],
  }),
}

export const pushChapter: Chapter = {
  title: 'Push',
  about:
    'A worker pushes reminders that are due to browsers whose page is closed, by Web Push (RFC 8030), encrypted for ' +
    'the browser alone (RFC 8291). The address of a browser is one that a client has named, so it is asked like that ' +
    'of an import: by https, in public networks only, without redirects. An address that is gone ends its device.',
  calls: Object.values(pushCalls),
}
