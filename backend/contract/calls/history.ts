// Trash, versions and operations.
import { z } from 'zod'
import { operationList, operationRecord } from '../operations.ts'
import { resource } from '../resources.ts'
import { fileVersions, restoreBody, restored, trash, TRASH_PAGE, TRASH_PAGE_MAX } from '../trash.ts'
import { call, type Chapter, empty, json, jsonBody, PREFER_ASYNC, type QueryOf, REGISTERED } from './call.ts'

const NOTE = { id: 'The id of the trash note.' }

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
        .describe('The `cursor` of the previous page; the first page without it.'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(TRASH_PAGE_MAX)
        .default(TRASH_PAGE)
        .describe(`Notes per page, ${TRASH_PAGE} by default. Further notes of the last one's action are added.`),
    },
    answers: { 200: json(trash, 'The notes, newest first.') },
    errors: ['badRequest'],
  }),
  inside: call({
    method: 'GET',
    path: '/api/trash/:id{/*path}',
    summary: 'Look inside a trash note',
    policy: 'person',
    params: NOTE,
    answers: {
      200: json(resource, 'What was deleted, as a listing. The sizes of folders count deleted files only.'),
    },
    errors: ['badRequest', 'forbidden', 'notFound'],
  }),
  restore: call({
    method: 'POST',
    path: '/api/trash/:id/restore',
    summary: 'Restore from the trash',
    policy: 'person',
    permission:
      '`create`, except for what the caller deleted; `modify` to restore replaced files or to replace existing ones',
    params: NOTE,
    headers: PREFER_ASYNC,
    body: { ...jsonBody(restoreBody), isOptional: true },
    answers: {
      200: json(
        restored,
        'Restored, except for the number left. A delete that is not over yet is stopped, if all of it is restored ' +
          'to its place.',
      ),
      202: REGISTERED,
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
    summary: 'Delete a trash note for good',
    policy: 'person',
    permission: '`delete`',
    params: NOTE,
    headers: PREFER_ASYNC,
    notes: 'Versions that the same action wrote over a file and then replaced again are deleted with it.',
    answers: {
      204: empty('Deleted for good.'),
      202: REGISTERED,
    },
    errors: ['badRequest', 'forbidden', 'notFound', 'stopped', 'locked'],
  }),
  empty: call({
    method: 'DELETE',
    path: '/api/trash',
    summary: 'Empty the trash',
    policy: 'person',
    permission: '`delete`',
    answers: { 204: empty('All notes that the caller may delete are deleted for good.') },
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
    'What is deleted or replaced in one action is one note, whatever its size: deletes with the same ' +
    '`X-Action` are listed and restored as one. Notes of replaced files move along when the file is moved; if ' +
    'such a note holds more than that, the moved part gets a note of its own. One note never holds two versions of ' +
    'the same path. Notes are kept for the days in the settings. Older versions and deleted files have a limit: ' +
    "a person's `historyLimit`, or else the size of the `quota` again. A change that would replace a file beyond " +
    'it is answered with 507. Deleting always works; deleted bytes beyond the limit count against the quota. The ' +
    'shared folder has one limit for present files and older versions, the setting `sharedLimit`. ' +
    'Nothing is deleted early; deleting for good frees space.',
  calls: Object.values(historyCalls),
}

export const operationsCalls = {
  list: call({
    method: 'GET',
    path: '/api/operations',
    summary: 'List your operations',
    policy: 'person',
    answers: { 200: json(operationList, 'Operations in progress, and those that ended within the last minutes.') },
    errors: [],
  }),
  get: call({
    method: 'GET',
    path: '/api/operations/:id',
    summary: 'Get an operation',
    policy: 'person',
    params: { id: 'Its id.' },
    answers: { 200: json(operationRecord, 'Its progress.') },
    errors: ['notFound'],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/operations/:id',
    summary: 'Cancel an operation',
    policy: 'person',
    params: { id: 'Its id.' },
    notes:
      'A copy or move that has not been committed is undone. So is a move that is seen already, while it is copied: ' +
      'the answer comes when all of it is seen under its old name, and what is new under the new one stays there. ' +
      'A restore or a deletion for good stops where it is; the rest stays in the trash.',
    answers: { 204: empty('The operation was asked to stop.') },
    errors: ['notFound', 'conflict'],
  }),
}

export const operationsChapter: Chapter = {
  title: 'Operations',
  about:
    'Changes that take a while. They continue if the client disconnects or the process that started them ends; only ' +
    'an extraction and the writing of an archive end with that process, and have failed then.',
  calls: Object.values(operationsCalls),
}
