// Signing in and out.
import { z } from 'zod'
import { COOKIE_HEADER } from '../headers.ts'
import { SESSIONS_MAX } from '../limits.ts'
import { loginBody, sessionList, signupBody } from '../session.ts'
import { call, type Chapter, empty, json, jsonBody, plain } from './call.ts'

const TOKEN_HEADERS = {
  'Set-Cookie': 'The token as the cookie `nido`, for addresses that a browser opens by itself. Only if asked for.',
}
const headers = { [COOKIE_HEADER]: '`1` asks for the cookie `nido`, which no script can read.' }
const WHOSE = {
  user: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional()
    .describe('The id of somebody else, for administrators.'),
}

export const sessionCalls = {
  login: call({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in',
    policy: 'public',
    notes:
      'Anything wrong, a body that is no JSON too, is answered alike. After some failures of one ' +
      'account from one address it has to wait. ' +
      `A person has ${SESSIONS_MAX} sessions at most: with one more that one ends that was not used for longest.`,
    headers,
    body: jsonBody(loginBody),
    answers: { 200: plain('The token, without a newline.', TOKEN_HEADERS) },
    errors: ['wrongCredentials', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests'],
  }),
  signUp: call({
    method: 'POST',
    path: '/api/signup',
    summary: 'Sign up',
    policy: 'public',
    notes: 'The new person gets what the settings have as defaults, never `admin` or `execute`, and a home of its own.',
    body: jsonBody(signupBody),
    answers: { 200: plain('The person is there, and may sign in.') },
    errors: ['badRequest', 'methodNotAllowed', 'conflict', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests'],
  }),
  renew: call({
    method: 'POST',
    path: '/api/renew',
    summary: 'Get a fresh token',
    policy: 'person',
    notes:
      'Answers carry `X-Renew-Token: true` when it is time. The session stays; the old token goes on for ' +
      'five minutes.',
    headers,
    answers: { 200: plain('The new token, without a newline.', { 'X-Renew-Token': '`false`', ...TOKEN_HEADERS }) },
    errors: [],
  }),
  logout: call({
    method: 'POST',
    path: '/api/logout',
    summary: 'End this session',
    policy: 'person',
    notes:
      'The cookies `nido` and `auth` are taken away, and the browser is told to clear what it kept ' +
      '(`Clear-Site-Data`).',
    answers: { 204: empty('No token of the session counts any more.') },
    errors: [],
  }),
  list: call({
    method: 'GET',
    path: '/api/sessions',
    summary: 'List sessions',
    policy: 'person',
    query: WHOSE,
    answers: { 200: json(sessionList, 'The sessions, newest first.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  endOthers: call({
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'End all other sessions',
    policy: 'person',
    query: WHOSE,
    answers: { 204: empty('They have ended.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  endOne: call({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'End one session',
    policy: 'person',
    params: { id: 'The id of the session.' },
    query: WHOSE,
    answers: { 204: empty('It has ended.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
}

export const sessionChapter: Chapter = {
  title: 'Signing in',
  about:
    'A token is a JWT that names a session the server keeps. It goes into the header `X-Auth` of every ' +
    'call. Signing in sets no cookie unless the caller asks for one by `X-Nido-Cookie: 1`: a page that ' +
    'sets the cookie `auth` by script can take it away by script. For GET, HEAD and WebSockets the token ' +
    'is taken from the first of these that has one: the header, `?auth=` where the call takes it, the ' +
    'cookie `nido`, the cookie `auth`. A cookie of another installation is passed over.',
  calls: Object.values(sessionCalls),
}
