// The version of yt-dlp, the program that fetches videos.
import { chooseYtDlpBody, ytDlpReleaseList, ytDlpState } from '../yt-dlp.ts'
import { call, type Chapter, json, jsonBody } from './call.ts'

export const ytDlpCalls = {
  state: call({
    method: 'GET',
    path: '/api/yt-dlp',
    summary: 'Tell which yt-dlp is used',
    policy: 'admin',
    answers: { 200: json(ytDlpState, 'The version that is chosen, and those that workers use.') },
    errors: [],
  }),
  releases: call({
    method: 'GET',
    path: '/api/yt-dlp/releases',
    summary: 'List the versions of yt-dlp that can be chosen',
    policy: 'admin',
    notes: 'Asks the index of Python packages that is set (`YTDLP_INDEX`).',
    answers: { 200: json(ytDlpReleaseList, 'The latest versions.') },
    errors: ['notImplemented', 'unavailable'],
  }),
  choose: call({
    method: 'PUT',
    path: '/api/yt-dlp',
    summary: 'Choose the version of yt-dlp',
    policy: 'admin',
    notes:
      'The package is fetched, and must have the SHA-256 that the index states. Each worker tries it before it uses ' +
      'it. The version before is kept, so that one call goes back to it.',
    body: jsonBody(chooseYtDlpBody),
    answers: { 200: json(ytDlpState, 'The version that is chosen now.') },
    errors: ['badRequest', 'notFound', 'conflict', 'notImplemented', 'tooLarge', 'unsupportedMediaType'],
  }),
}

export const ytDlpChapter: Chapter = {
  title: 'The program for videos',
  about: 'Sites change often, and an old yt-dlp does not read them any more. So administrators may choose a newer one.',
  calls: Object.values(ytDlpCalls),
}
