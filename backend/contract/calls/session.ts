// Logging in and out.
import { z } from 'zod'
import { COOKIE_HEADER } from '../headers.ts'
import { SESSIONS_MAX } from '../limits.ts'
import { loginBody, sessionList, signupBody } from '../session.ts'
import { call, type Chapter, empty, json, jsonBody, plain } from './call.ts'

const TOKEN_HEADERS = {
  'Set-Cookie': 'The token as the cookie `nido`, for URLs that a browser opens by itself. Only on request.',
}
const headers = { [COOKIE_HEADER]: '`1` asks for the cookie `nido`, which scripts cannot read.' }
const WHOSE = {
  user: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional()
    .describe('The id of another person, for administrators.'),
}

export const sessionCalls = {
  login: call({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in',
    policy: 'public',
    notes:
      'All failures are answered alike, even a body that is not JSON. After several failures, an account has to wait ' +
      'at that address. ' +
      `A person has ${SESSIONS_MAX} sessions at most: another login ends the one that was unused for longest.`,
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
    notes: 'The new person gets the default settings, but never `admin` or `execute`, and a home folder.',
    body: jsonBody(signupBody),
    answers: { 200: plain('The person is created and may log in.') },
    errors: ['badRequest', 'methodNotAllowed', 'conflict', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests'],
  }),
  renew: call({
    method: 'POST',
    path: '/api/renew',
    summary: 'Renew the token',
    policy: 'person',
    notes:
      'Answers carry `X-Renew-Token: true` when it is time. The session continues; the old token works for ' +
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
      'The cookies `nido` and `auth` are removed, and the browser is told to clear what it stored ' +
      '(`Clear-Site-Data`).',
    answers: { 204: empty('Tokens of the session are no longer valid.') },
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
    answers: { 204: empty('Ended.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  endOne: call({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'End one session',
    policy: 'person',
    params: { id: 'The id of the session.' },
    query: WHOSE,
    answers: { 204: empty('Ended.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
}

export const sessionChapter: Chapter = {
  title: 'Signing in',
  about:
    'A token is a JWT that names a session on the server. Clients send it in the header `X-Auth` with every ' +
    'call. Logging in sets no cookie unless the client asks for one with `X-Nido-Cookie: 1`, because pages of other ' +
    'clients set and clear the cookie `auth` by script. For GET, HEAD and WebSockets the token is taken from the ' +
    'first of these that is present: the header, `?auth=` if the call takes it, the cookie `nido`, the cookie ' +
    '`auth`. Cookies of other installations are ignored.',
  calls: Object.values(sessionCalls),
}
