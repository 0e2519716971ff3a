// A person's favourites, and the recently opened or changed files.
import { FAVOURITES_MAX, RECENT_MAX } from '../limits.ts'
import { listedPlaces } from '../places.ts'
import { call, type Chapter, empty, flag, json } from './call.ts'

export const placesCalls = {
  favourites: call({
    method: 'GET',
    path: '/api/favourites',
    summary: 'List one’s favourites',
    policy: 'person',
    answers: { 200: json(listedPlaces, 'The favourites, the latest first.') },
    errors: [],
  }),
  addFavourite: call({
    method: 'PUT',
    path: '/api/favourites{/*path}',
    summary: 'Add a favourite',
    policy: 'person',
    notes: `A person has ${FAVOURITES_MAX} at most. What is a favourite already stays one.`,
    answers: { 204: empty('It is a favourite.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'tooMany', 'locked'],
  }),
  removeFavourite: call({
    method: 'DELETE',
    path: '/api/favourites{/*path}',
    summary: 'Remove a favourite',
    policy: 'person',
    notes: 'The file or folder itself stays. Also for what is gone, by the path that the list tells.',
    answers: { 204: empty('It is no favourite.') },
    errors: ['badRequest', 'notFound'],
  }),
  recent: call({
    method: 'GET',
    path: '/api/recent',
    summary: 'List what was opened or changed last',
    policy: 'person',
    notes: `${RECENT_MAX} places at most.`,
    query: { changed: flag('The files that changed last, by anybody, instead of those that the person has opened.') },
    answers: { 200: json(listedPlaces, 'The latest first.') },
    errors: ['tooManyRequests'],
  }),
  noteOpened: call({
    method: 'PUT',
    path: '/api/recent{/*path}',
    summary: 'Note that one has opened a file or folder',
    policy: 'person',
    notes: 'It may take ten seconds until other replicas know.',
    answers: { 204: empty('It is noted.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'locked'],
  }),
  forgetOpened: call({
    method: 'DELETE',
    path: '/api/recent{/*path}',
    summary: 'Remove a place from what one has opened',
    policy: 'person',
    notes: 'Without a path, all of them. The files themselves stay.',
    answers: { 204: empty('It is no longer in the list.') },
    errors: ['badRequest', 'notFound'],
  }),
}

export const placesChapter: Chapter = {
  title: 'Favourites and recent files',
  about:
    'Each person has lists of places. They are the same on all devices, follow what is renamed or moved, and keep ' +
    'what is deleted until it is removed from the list: it may come back from the trash. Open pages are told of ' +
    'changes by the event `places`.',
  calls: Object.values(placesCalls),
}
