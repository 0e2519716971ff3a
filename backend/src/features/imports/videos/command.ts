// How yt-dlp is called. Nothing of it comes from a person but the link, which is the last word and cannot be an option.
import type { VideoPreset, VideoSites } from '../../../../contract/import-kinds.ts'
import type { VideoSource } from '../types.ts'
import { tellingArguments } from './output.ts'

/** What every call has. */
export interface CallFacts {
  /** A word that begins the lines which are for us. */
  mark: string
  /** The folder of this call, absolute. */
  folder: string
  sites: VideoSites
  /** The folder with what yt-dlp runs as ffmpeg; null without one. */
  ffmpeg: string | null
  /** The Node that runs what sites want to have run. */
  node: string
  /** The largest file, in bytes. */
  maxBytes: number
  /** Bytes a second; 0 for no limit. */
  rate: number
}

/** What is fetched of a video. */
export interface FetchWish {
  preset: VideoPreset
  subtitles: boolean
  /** The entry of a list, from 1; null for the video of the page itself. */
  item: number | null
}

/** What files are called in the folder. Their real names are made when they land. */
export const FILE_NAME = 'video'

const SITES: Record<VideoSites, string> = { youtube: 'youtube.*', listed: 'all,-generic', all: 'all' }

/**
 * Language tags, which become parts of file names: letters, then two subtags of at most 16 characters. Without commas,
 * which separate patterns here.
 */
const SUBTAG = `(-${'[a-z0-9]?'.repeat(16)})?`
const LANGUAGES = `[a-z][a-z][a-z]?${SUBTAG}${SUBTAG}`

/** Subtitles that cannot be had are only warned of: with this option, what is an error otherwise still fails. */
const SUBTITLES = ['--write-subs', '--sub-langs', LANGUAGES, '--sub-format', 'vtt/srt/ass/best', '--ignore-errors']

/** Codecs that every browser plays, where the size is the same. */
const PLAYABLE = 'vcodec:h264,acodec:aac'
const wordsOf = (line: string): string[] => line.split(' ')
const VIDEO = wordsOf('-f bv*+ba/b --merge-output-format mp4/mkv')
const CHAPTERS = wordsOf('--embed-metadata --embed-chapters')
const sound = (format: string) => [
  '-f',
  `ba[ext=${format}]/ba/b`,
  ...wordsOf(`-x --audio-format ${format} --audio-quality 2 --embed-metadata --embed-thumbnail`),
]

const PRESETS: Record<VideoPreset, string[]> = {
  best: [...VIDEO, ...CHAPTERS],
  '1080p': [...VIDEO, '-S', `res:1080,${PLAYABLE}`, ...CHAPTERS],
  '720p': [...VIDEO, '-S', `res:720,${PLAYABLE}`, ...CHAPTERS],
  mp3: sound('mp3'),
  m4a: sound('m4a'),
}

/** Without ffmpeg, a video is a file that has picture and sound in one. */
const PRESETS_ALONE: Partial<Record<VideoPreset, string[]>> = {
  best: ['-f', 'b'],
  '1080p': ['-f', 'b', '-S', `res:1080,${PLAYABLE}`],
  '720p': ['-f', 'b', '-S', `res:720,${PLAYABLE}`],
}

/** Nothing of the machine's: no settings, cookies, extensions, other programs. */
const ALONE = wordsOf(
  '--ignore-config --no-cache-dir --no-plugin-dirs --no-remote-components --no-exec --no-batch-file --no-cookies ' +
    '--no-cookies-from-browser --no-mtime --color no_color --downloader native',
)

const PATIENCE = wordsOf(
  '--socket-timeout 20 --retries 3 --fragment-retries 3 --extractor-retries 1 --file-access-retries 1 ' +
    '--abort-on-unavailable-fragments',
)

/** Whether a video can be had in this way at all. */
export const isPossible = ({ preset, clip }: Pick<VideoSource, 'preset' | 'clip'>, hasFfmpeg: boolean): boolean =>
  hasFfmpeg || (clip === null && PRESETS_ALONE[preset] !== undefined)

/**
 * The arguments that ask what there is at a link. `entries`: how many entries of a list are told at most; 0 for the
 * first one alone, and for the video where a link names both.
 */
export function argumentsToAsk(facts: CallFacts, link: string, wish: FetchWish & { entries: number }): string[] {
  return [
    ...argumentsOfAll(facts),
    ...argumentsOfPreset(facts, wish.preset),
    ...(wish.entries > 0 ? ['--yes-playlist', '--playlist-items', `1:${wish.entries}`] : justOne(1)),
    '--flat-playlist',
    '--skip-download',
    '--write-thumbnail',
    '--',
    link,
  ]
}

/** The arguments that fetch one video. Called again, it goes on where it was. */
export function argumentsToFetch(facts: CallFacts, link: string, wish: FetchWish): string[] {
  return [
    ...argumentsOfAll(facts),
    ...argumentsOfPreset(facts, wish.preset),
    ...(wish.item === null ? justOne(1) : ['--yes-playlist', '--playlist-items', String(wish.item)]),
    ...(wish.subtitles ? SUBTITLES : []),
    '--',
    link,
  ]
}

const justOne = (item: number) => ['--no-playlist', '--playlist-items', String(item)]

function argumentsOfAll({ mark, folder, sites, ffmpeg, node, maxBytes, rate }: CallFacts): string[] {
  return [
    ALONE,
    PATIENCE,
    ['--no-js-runtimes', '--js-runtimes', `node:${node}`],
    ['--use-extractors', SITES[sites]],
    // Without a place, it would look for one itself.
    ['--ffmpeg-location', ffmpeg ?? `${folder}/none`],
    ['--match-filters', '!is_live', '--max-filesize', String(maxBytes)],
    rate > 0 ? ['--limit-rate', String(rate)] : [],
    ['-P', `home:${folder}`, '-P', `temp:${folder}/parts`, '-o', `${FILE_NAME}.%(ext)s`],
    tellingArguments(mark),
  ].flat()
}

const argumentsOfPreset = ({ ffmpeg }: CallFacts, preset: VideoPreset): string[] =>
  (ffmpeg === null ? PRESETS_ALONE[preset] : PRESETS[preset]) ?? []
