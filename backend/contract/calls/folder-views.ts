// The view that a person has chosen for each folder.
import { folderView, folderViews } from '../folder-views.ts'
import { FOLDER_VIEWS_MAX } from '../limits.ts'
import { call, type Chapter, empty, json, jsonBody } from './call.ts'

export const folderViewsCalls = {
  list: call({
    method: 'GET',
    path: '/api/views',
    summary: 'Get how the caller looks at folders',
    policy: 'person',
    answers: { 200: json(folderViews, 'The folders with a view of their own, the last change first.') },
    errors: [],
  }),
  put: call({
    method: 'PUT',
    path: '/api/views{/*path}',
    summary: 'Keep how the caller looks at a folder',
    policy: 'person',
    notes:
      'The folder does not have to exist. A page sends only the last of several changes that follow each other ' +
      'quickly.',
    body: jsonBody(folderView),
    answers: { 204: empty('Kept.') },
    errors: ['badRequest', 'forbidden', 'conflict', 'tooLarge', 'unsupportedMediaType'],
  }),
}

export const folderViewsChapter: Chapter = {
  title: 'Views of folders',
  about:
    'How a person looks at a folder: as a list, as tiles or as a gallery, sorted and grouped by what. Folders ' +
    'without a view of their own are shown as `viewMode` and `sorting` of the person say. The last ' +
    `${FOLDER_VIEWS_MAX} folders of a person are remembered; they are deleted with the person.`,
  calls: Object.values(folderViewsCalls),
}
