// The games of the arcade.
import { playTime, roms } from '../arcade.ts'
import { ARCADE_FOLDER, COVER_ENDINGS, ROM_MAX_BYTES, ROM_SYSTEMS, type RomSystem } from '../rom-systems.ts'
import { asHead, call, type Chapter, empty, json } from './call.ts'
import { contentCalls } from './content.ts'

const MIB = 1024 * 1024

const romsOf = <S extends RomSystem>(system: S) =>
  call({
    method: 'GET',
    path: `/api/${system}/roms` as const,
    summary: `List the ROMs of ${system}`,
    policy: 'person',
    notes:
      `Those in \`${ARCADE_FOLDER}/${system}/\` and its folders, by title. A zip counts if it holds a single ROM, ` +
      'and if the person may download it.',
    headers: { 'If-None-Match': 'ETags of the list.' },
    answers: {
      200: json(roms, 'The ROMs.', {
        ETag: 'Identifies what the list tells. Missing where more than the index had to be asked.',
        'X-Unread': 'How many zips are left out because they could not be read yet. Ask again later.',
      }),
      304: empty('The client has the same.'),
    },
    errors: ['forbidden'],
  })

const content = call({
  method: 'GET',
  path: '/api/roms{/*path}',
  summary: 'Download a ROM',
  policy: 'person',
  permission: '`download`; without it 202 and no content',
  queryToken: true,
  notes: 'Like the download of a file, with ranges and conditions. A ROM in a zip is unpacked.',
  ...(contentCalls.raw.headers && { headers: contentCalls.raw.headers }),
  answers: contentCalls.raw.answers,
  errors: [
    'badRequest',
    'forbidden',
    'notFound',
    'downloadDenied',
    'tooLarge',
    'unsupportedMediaType',
    'preconditionFailed',
    'rangeNotSatisfiable',
  ],
})

export const arcadeCalls = {
  gba: romsOf('gba'),
  gb: romsOf('gb'),
  gbc: romsOf('gbc'),
  nds: romsOf('nds'),
  content,
  contentHead: asHead(content),
  time: call({
    method: 'GET',
    path: '/api/arcade/time',
    summary: 'Tell whether the person may play now',
    policy: 'person',
    notes: 'Administrators may set hours for a person. Outside of them the calls for ROMs are 403.',
    answers: { 200: json(playTime, 'The hours, and how much of them is left.') },
    errors: [],
  }),
}

export const arcadeChapter: Chapter = {
  title: 'Arcade',
  about:
    `Games for an emulator: ${ROM_SYSTEMS.join(', ')}. They are ordinary files in \`${ARCADE_FOLDER}/<system>/\` of ` +
    'the shared folder, if the person sees one, and of one’s own root. A ROM has the ending of its system and ' +
    `${ROM_MAX_BYTES / MIB} MiB at most. Its cover is a picture (${COVER_ENDINGS.join(', ')}) with the same name, ` +
    'with or without what is in brackets, beside it or in a folder `covers`, `media` or `Named_Boxarts` there or in ' +
    'the folder of the system. ROMs and covers are uploaded, renamed and deleted as all files are.',
  calls: Object.values(arcadeCalls),
}
