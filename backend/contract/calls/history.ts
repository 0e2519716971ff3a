// What was deleted, what files were before, and what is under way.
import { z } from 'zod'
import { operationList, operationRecord } from '../operations.ts'
import { resource } from '../resources.ts'
import { fileVersions, restoreBody, restored, trash, TRASH_PAGE, TRASH_PAGE_MAX } from '../trash.ts'
import { call, type Chapter, empty, json, jsonBody, plain, type QueryOf } from './call.ts'

const NOTE = { id: 'The id of the note.' }

export const historyCalls = {
  list: call({
    method: 'GET',
    path: '/api/trash',
    summary: 'List the trash',
    policy: 'person',
    query: {
      cursor: z
        .string()
        .regex(/^\d{13}-\w{1,80}$/)
        .optional()
        .describe('Where the page before this one ended; the newest come without.'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(TRASH_PAGE_MAX)
        .default(TRASH_PAGE)
        .describe(`Notes on the page, ${TRASH_PAGE} without. What follows of the last one's action is on it too.`),
    },
    answers: { 200: json(trash, 'The notes, newest first.') },
    errors: ['badRequest'],
  }),
  inside: call({
    method: 'GET',
    path: '/api/trash/:id{/*path}',
    summary: 'Look inside a note',
    policy: 'person',
    params: NOTE,
    answers: {
      200: json(resource, 'What it took, in the form of a listing; sizes of folders count what was deleted.'),
    },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  restore: call({
    method: 'POST',
    path: '/api/trash/:id/restore',
    summary: 'Bring things back',
    policy: 'person',
    permission:
      '`create`, but for what one deleted oneself; `modify` for what was replaced, and to replace what is there',
    params: NOTE,
    headers: { Prefer: '`respond-async` (RFC 7240) asks for an answer before the work is done.' },
    body: { ...jsonBody(restoreBody), isOptional: true },
    answers: {
      200: json(restored, 'They are back, but for so many.'),
      202: plain('It is registered.', {
        Location: 'Where the operation is told of.',
        'Preference-Applied': '`respond-async`',
      }),
    },
    errors: [
      'badRequest',
      'forbidden',
      'notFound',
      'conflict',
      'goneMeanwhile',
      'stopped',
      'isFile',
      'isFolder',
      'locked',
      'noRoom',
      'tooLarge',
      'unsupportedMediaType',
    ],
  }),
  purge: call({
    method: 'DELETE',
    path: '/api/trash/:id',
    summary: 'End a note for good',
    policy: 'person',
    permission: '`delete`',
    params: NOTE,
    headers: { Prefer: '`respond-async` (RFC 7240) asks for an answer before the work is done.' },
    notes: 'What its action wrote on top of a file and replaced again itself goes with it.',
    answers: {
      204: empty('Nothing can be brought back from it.'),
      202: plain('It is registered.', {
        Location: 'Where the operation is told of.',
        'Preference-Applied': '`respond-async`',
      }),
    },
    errors: ['badRequest', 'forbidden', 'notFound', 'stopped', 'locked'],
  }),
  empty: call({
    method: 'DELETE',
    path: '/api/trash',
    summary: 'Empty the trash',
    policy: 'person',
    permission: '`delete`',
    answers: { 204: empty('All notes that the person may end are ended.') },
    errors: ['forbidden', 'stopped', 'locked'],
  }),
  versions: call({
    method: 'GET',
    path: '/api/versions{/*path}',
    summary: 'List the versions of a file',
    policy: 'person',
    answers: { 200: json(fileVersions, 'The versions, newest first.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'isFolder'],
  }),
}

export type TrashQuery = QueryOf<typeof historyCalls.list>

export const historyChapter: Chapter = {
  title: 'Trash and versions',
  about:
    'What is deleted or replaced in one action is one note, whatever its size: deletes that have one ' +
    '`X-Action` are told by one, and come back by it. What was replaced goes along when its file is ' +
    'moved; where its note has more than that, what was moved gets a note of its own. Two versions of ' +
    'one path are never in one note. What a note has stays for the days that the settings say. Old ' +
    'versions have a limit, `historyLimit` of a person (else its `quota` once more): what would replace ' +
    'a file beyond it is answered 507. Deleting is always possible; by what the deleted takes beyond the ' +
    'limit, fewer bytes may be present. The shared folder has one limit for present files and old ' +
    'versions, `sharedLimit` of the settings. Nothing is dropped early: what is ended for good leaves ' +
    'room.',
  calls: Object.values(historyCalls),
}

export const operationsCalls = {
  list: call({
    method: 'GET',
    path: '/api/operations',
    summary: 'List one’s own operations',
    policy: 'person',
    answers: { 200: json(operationList, 'Those under way, and those that ended some minutes ago.') },
    errors: [],
  }),
  get: call({
    method: 'GET',
    path: '/api/operations/:id',
    summary: 'Tell of an operation',
    policy: 'person',
    params: { id: 'Its id.' },
    answers: { 200: json(operationRecord, 'How far it is.') },
    errors: ['notFound'],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/operations/:id',
    summary: 'Cancel an operation',
    policy: 'person',
    params: { id: 'Its id.' },
    notes:
      'A copy or a move that has not happened yet is undone. What restores, or ends for good, ends where ' +
      'it is: the rest stays in the trash.',
    answers: { 204: empty('It is asked to end.') },
    errors: ['notFound', 'conflict'],
  }),
}

export const operationsChapter: Chapter = {
  title: 'Operations',
  about: 'Changes that take a while. They go on whatever becomes of the client, and of the process that began them.',
  calls: Object.values(operationsCalls),
}
