// What takes the space of a person's files.
import {
  MAP_ENDINGS_MAX,
  MAP_INNER_PARTS_MAX,
  MAP_PARTS_MAX,
  SAME_SIZE_FILES_MAX,
  SAME_SIZE_MIN_BYTES,
  SAME_SIZES_MAX,
  STORAGE_LIST_MAX,
} from '../limits.ts'
import { listedPlaces } from '../places.ts'
import { sameSizes, storageMap } from '../storage-map.ts'
import { call, type Chapter, json } from './call.ts'

const MIB = 1024 * 1024

export const storageMapCalls = {
  map: call({
    method: 'GET',
    path: '/api/storage/map{/*path}',
    summary: 'Tell what takes space in a folder',
    policy: 'person',
    notes:
      `The ${MAP_PARTS_MAX} largest files and folders in it, the ${MAP_INNER_PARTS_MAX} largest of each of these ` +
      `folders, and the ${MAP_ENDINGS_MAX} endings that take most. In the root, the shared folder counts too.`,
    answers: { 200: json(storageMap, 'The sums.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'isFile', 'tooManyRequests'],
  }),
  largest: call({
    method: 'GET',
    path: '/api/storage/largest',
    summary: 'List one’s largest files',
    policy: 'person',
    notes: `${STORAGE_LIST_MAX} at most. \`when\` is the time of their last change.`,
    answers: { 200: json(listedPlaces, 'The largest first.') },
    errors: ['tooManyRequests'],
  }),
  oldest: call({
    method: 'GET',
    path: '/api/storage/oldest',
    summary: 'List the files that have not changed for longest',
    policy: 'person',
    notes: `${STORAGE_LIST_MAX} at most. \`when\` is the time of their last change.`,
    answers: { 200: json(listedPlaces, 'The oldest first.') },
    errors: ['tooManyRequests'],
  }),
  sameSize: call({
    method: 'GET',
    path: '/api/storage/same-size',
    summary: 'List files of the same size',
    policy: 'person',
    notes:
      `Files from ${SAME_SIZE_MIN_BYTES / MIB} MiB on that may be copies of each other: ${SAME_SIZES_MAX} groups at ` +
      `most, of ${SAME_SIZE_FILES_MAX} files at most. Their checksums tell whether they are.`,
    answers: { 200: json(sameSizes, 'Those first that would free most.') },
    errors: ['tooManyRequests'],
  }),
}

export const storageMapChapter: Chapter = {
  title: 'What takes space',
  about: 'Sums and lists over all files that the person may see, as the index knows them at the moment.',
  calls: Object.values(storageMapCalls),
}
