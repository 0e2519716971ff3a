// The three calls of the specification about torrents.
import { TORRENT_MAX_BYTES } from '../limits.ts'
import { torrentsProgress, torrentStarted } from '../imports.ts'
import { call, empty, flag, json, text } from './call.ts'

export const torrentsCalls = {
  importTorrent: call({
    method: 'POST',
    path: '/api/import-torrent',
    summary: 'Import a torrent by its file',
    policy: 'person',
    permission: '`importTorrents` and `create`',
    notes:
      `A form (multipart/form-data) with the torrent file in the field \`torrent\`, of ${TORRENT_MAX_BYTES} bytes at ` +
      'most. Its files go to a folder of its name in TORRENTS of the shared folder; of the own root, if there is no ' +
      'shared folder or if it is denied.',
    query: {
      target: text('A folder for it, instead of TORRENTS.'),
      inOrder: flag('Whether it comes from its beginning on, so that it can be watched meanwhile.'),
    },
    body: { type: 'multipart/form-data' },
    answers: { 200: json(torrentStarted, 'It waits for a worker.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'isFile', 'tooLarge', 'tooMany', 'tooSlow', 'unavailable'],
  }),
  torrentProgress: call({
    method: 'GET',
    path: '/api/torrent-progress',
    summary: 'Tell how far one’s torrents are',
    policy: 'person',
    answers: { 200: json(torrentsProgress, 'One’s own torrents by their names.') },
    errors: [],
  }),
  torrentCancel: call({
    method: 'POST',
    path: '/api/torrent-cancel',
    summary: 'Cancel a torrent by its name',
    policy: 'person',
    query: { name: text('The name of one’s own torrent.') },
    needs: ['name'],
    answers: { 200: empty('It is cancelled, or forgotten if it had ended.') },
    errors: ['badRequest', 'notFound'],
  }),
}
