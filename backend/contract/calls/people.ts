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
    summary: 'Get the used space of everybody',
    policy: 'admin',
    answers: { 200: json(peopleUsage, 'The bytes in each scope; people who share a scope have the same figure.') },
    errors: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/users',
    summary: 'Create a person',
    policy: 'admin',
    notes: '`which` is empty. Without a scope the person gets a home folder if the settings say so, or else the root.',
    body: jsonBody(changeUserBody),
    answers: { 201: plain('The person is created.', { Location: 'The page that shows the person.' }) },
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
    summary: 'Get a person',
    policy: 'person',
    params: { id: 'The id; only administrators may ask for other people.' },
    answers: { 200: json(userRecord, 'The person.') },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  change: call({
    method: 'PUT',
    path: '/api/users/:id',
    summary: 'Change a person',
    policy: 'person',
    params: { id: 'The id, which has to equal `data.id`.' },
    notes:
      '`which` names the fields to change; empty or `["all"]` replaces everything, for administrators only. People ' +
      'may change their own preferences and password.',
    body: jsonBody(changeUserBody),
    answers: { 200: plain('Changed. A new password has ended all other sessions.') },
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
    summary: 'Delete a person',
    policy: 'admin',
    params: { id: 'Its number.' },
    notes:
      "The person's sessions, links, unfinished uploads and pending operations end. The last administrator cannot be " +
      'deleted. If files are to be deleted and another person has the same scope or one inside it, nothing is ' +
      'changed.',
    query: {
      files: z
        .enum(['keep', 'remove'])
        .optional()
        .describe(
          '`remove` deletes all files of the scope for good, with their history, soon after the answer. `keep` (the ' +
            'default): nobody sees them until an administrator gives somebody that scope.',
        ),
    },
    body: { ...jsonBody(removeUserBody), isOptional: true },
    answers: { 200: plain('The person is deleted.') },
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
    'People are identified by numbers. `data` in bodies holds the fields of a person; missing fields become empty, ' +
    'except `quota`, `historyLimit` and `playHours`, which are kept.',
  calls: Object.values(peopleCalls),
}

export const settingsCalls = {
  read: call({
    method: 'GET',
    path: '/api/settings',
    summary: 'Get the settings',
    policy: 'admin',
    answers: { 200: json(settingsRecord, 'All settings.') },
    errors: [],
  }),
  replace: call({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Replace the settings',
    policy: 'admin',
    notes:
      'Unknown fields are ignored. Missing fields become empty, except `retentionDays`, `sharedLimit` and ' +
      '`branding.reportUrl`, which are kept.',
    body: jsonBody(settings),
    answers: { 200: plain('In effect here at once, on other replicas within a second.') },
    errors: ['badRequest', 'tooLarge', 'unsupportedMediaType'],
  }),
  tellBranding: call({
    method: 'GET',
    path: '/api/branding',
    summary: 'Get the branding files',
    policy: 'admin',
    answers: { 200: json(brandingRecord, 'Logo, icon and style sheet; null for each that is missing.') },
    errors: [],
  }),
  putBranding: call({
    method: 'PUT',
    path: '/api/branding/:part',
    summary: 'Upload a logo, an icon or a style sheet',
    policy: 'admin',
    params: part,
    notes:
      'The body is the file. Its type is detected from its bytes: a logo is SVG, PNG, JPEG, WebP or GIF (1 MiB ' +
      'at most), an icon is SVG, PNG or ICO (256 KiB). No side may exceed 4096 pixels, and an SVG may not hold ' +
      'scripts or references to other files. A style sheet is CSS in UTF-8 (256 KiB); pages load nothing from ' +
      'other hosts through it.',
    body: { type: '*/*' },
    answers: {
      200: json(brandingRecord, 'The files as they are now. New pages show them, on other replicas within a second.'),
    },
    errors: ['badRequest', 'notFound', 'tooSlow', 'tooLarge', 'unsupportedMediaType'],
  }),
  removeBranding: call({
    method: 'DELETE',
    path: '/api/branding/:part',
    summary: 'Remove a logo, an icon or a style sheet',
    policy: 'admin',
    params: part,
    answers: { 204: empty('Removed, or there was none.') },
    errors: ['notFound'],
  }),
}

export const settingsChapter: Chapter = {
  title: 'Settings',
  about: 'Settings of the whole household, for administrators.',
  calls: Object.values(settingsCalls),
}
