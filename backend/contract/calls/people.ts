// People and settings.
import { z } from 'zod'
import { BRAND_PARTS, brandingRecord } from '../branding.ts'
import { settings, settingsRecord } from '../settings.ts'
import { changeUserBody, peopleUsage, removeUserBody, userRecord } from '../users.ts'
import { call, type Chapter, empty, json, jsonBody, plain } from './call.ts'

const part = { part: `One of ${BRAND_PARTS.join(', ')}.` }

export const peopleCalls = {
  list: call({
    method: 'GET',
    path: '/api/users',
    summary: 'List everybody',
    policy: 'admin',
    answers: { 200: json(z.array(userRecord), 'Everybody, by id.') },
    errors: [],
  }),
  usage: call({
    method: 'GET',
    path: '/api/users/usage',
    summary: 'Tell how much room everybody takes',
    policy: 'admin',
    answers: { 200: json(peopleUsage, 'What each has in its scope; people with one scope have the same.') },
    errors: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/users',
    summary: 'Make a person',
    policy: 'admin',
    notes:
      '`which` is empty. Without a scope the person gets a home of its own where the settings say so, else the root.',
    body: jsonBody(changeUserBody),
    answers: { 201: plain('The person is there.', { Location: 'The page that shows it.' }) },
    errors: [
      'badRequest',
      'passwordRefused',
      'conflict',
      'tooLarge',
      'unsupportedMediaType',
      'tooManyRequests',
      'locked',
    ],
  }),
  tell: call({
    method: 'GET',
    path: '/api/users/:id',
    summary: 'Tell of a person',
    policy: 'person',
    params: { id: 'Its number; of another one for administrators.' },
    answers: { 200: json(userRecord, 'The person.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  change: call({
    method: 'PUT',
    path: '/api/users/:id',
    summary: 'Change a person',
    policy: 'person',
    params: { id: 'Its number, which `data.id` repeats.' },
    notes:
      '`which` names the fields to change; empty or `["all"]` replaces everything, for administrators. A ' +
      'person may change its own preferences and password.',
    body: jsonBody(changeUserBody),
    answers: { 200: plain('It is changed. Another password has ended all other sessions.') },
    errors: [
      'badRequest',
      'passwordRefused',
      'forbidden',
      'lastAdmin',
      'notFound',
      'conflict',
      'tooLarge',
      'unsupportedMediaType',
      'tooManyRequests',
      'locked',
    ],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/users/:id',
    summary: 'Remove a person',
    policy: 'admin',
    params: { id: 'Its number.' },
    notes:
      'Its sessions, links, unfinished uploads and pending operations end with it. The only administrator ' +
      'cannot go. Where files are to be removed and the scope of somebody else is the same or lies in it, ' +
      'nothing happens at all.',
    query: {
      files: z
        .enum(['keep', 'remove'])
        .optional()
        .describe(
          '`remove` ends all files of its scope for good, with their history, soon after the answer. `keep` ' +
            'unless said: nobody sees them until an administrator gives somebody that scope.',
        ),
    },
    body: { ...jsonBody(removeUserBody), isOptional: true },
    answers: { 200: plain('The person is gone.') },
    errors: [
      'badRequest',
      'passwordRefused',
      'lastAdmin',
      'notFound',
      'conflict',
      'tooLarge',
      'unsupportedMediaType',
      'tooManyRequests',
      'locked',
    ],
  }),
}

export const peopleChapter: Chapter = {
  title: 'People',
  about:
    'People by their numbers. `data` of the bodies has the fields of a person; those that are left out ' +
    'become empty, but for `quota` and `historyLimit`, which stay.',
  calls: Object.values(peopleCalls),
}

export const settingsCalls = {
  read: call({
    method: 'GET',
    path: '/api/settings',
    summary: 'Read the settings',
    policy: 'admin',
    answers: { 200: json(settingsRecord, 'All of them, as they are stored now.') },
    errors: [],
  }),
  replace: call({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Replace the settings',
    policy: 'admin',
    notes:
      'Unknown fields are passed over; a missing one becomes empty, but for `retentionDays` and ' +
      '`sharedLimit`, which stay.',
    body: jsonBody(settings),
    answers: { 200: plain('They hold here at once, on other replicas within a second.') },
    errors: ['badRequest', 'tooLarge', 'unsupportedMediaType'],
  }),
  tellBranding: call({
    method: 'GET',
    path: '/api/branding',
    summary: 'Tell which logo, icon and style sheet are there',
    policy: 'admin',
    answers: { 200: json(brandingRecord, 'Each, or null where there is none.') },
    errors: [],
  }),
  putBranding: call({
    method: 'PUT',
    path: '/api/branding/:part',
    summary: 'Put a logo, an icon or a style sheet',
    policy: 'admin',
    params: part,
    notes:
      'The body is the file. Its type is told by its bytes: a logo is SVG, PNG, JPEG, WebP or GIF (1 MiB ' +
      'at most), an icon SVG, PNG or ICO (256 KiB), a picture has no side over 4096 pixels, an SVG no ' +
      'script and nothing from elsewhere; a style sheet is CSS in UTF-8 (256 KiB), in which the page loads ' +
      'nothing from other hosts.',
    body: { type: '*/*' },
    answers: {
      200: json(brandingRecord, 'What is there now. New pages show it, of other replicas within a second.'),
    },
    errors: ['badRequest', 'notFound', 'tooSlow', 'tooLarge', 'unsupportedMediaType'],
  }),
  removeBranding: call({
    method: 'DELETE',
    path: '/api/branding/:part',
    summary: 'Take a logo, an icon or a style sheet away',
    policy: 'admin',
    params: part,
    answers: { 204: empty('It is gone, or was not there.') },
    errors: ['notFound'],
  }),
}

export const settingsChapter: Chapter = {
  title: 'Settings',
  about: 'What an administrator sets for the whole household.',
  calls: Object.values(settingsCalls),
}
