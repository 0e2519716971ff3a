// Why yt-dlp did not bring a video, in words of the contract.
import type { ImportError, VideoSites } from '../../../../contract/import-kinds.ts'

/**
 * What yt-dlp's lines say, the more particular first. They are in English and may hold text of the site, so that a
 * wrong reason is possible: it changes nothing but the words on the screen.
 */
const REASONS: readonly [RegExp, ImportError][] = [
  [/larger than max-filesize|File too large|Errno 27/i, 'tooLarge'],
  [/No space left on device|Errno 28/i, 'noScratch'],
  [/ffmpeg(?: and ffprobe)? (?:not found|is not installed)|ffprobe and ffmpeg not found/i, 'noProgram'],
  [/does not pass filter|is live|live event|livestream|live stream|Premieres in|will begin in|is upcoming/i, 'live'],
  [/No suitable extractor/i, 'siteNotAllowed'],
  [/is not a valid URL|url scheme|URLs are disabled|Unable to handle request|no host given/i, 'badLink'],
  [/HTTP Error (?:429|5\d\d)/, 'unreachable'],
  [/DRM/, 'unsupported'],
  [
    /Sign in|log ?in|logged.in|members.only|private (?:video|playlist)|cookies|HTTP Error 401|age.restricted/i,
    'needsLogin',
  ],
  [/Requested format is not available|No video formats|Unsupported URL|no video in|unsupported/i, 'unsupported'],
  [/HTTP Error (?:404|410)|unavailable|not available|removed|deleted|terminated|does not exist|no longer/i, 'gone'],
  [/MemoryError|Cannot allocate memory/i, 'tooLarge'],
  [/Unable to (?:download|connect)|timed? ?out|refused|resolve|getaddrinfo|HTTP Error|SSL|certificate/i, 'unreachable'],
  [/reset|closed|aborted|proxy|connection|unreachable|fragment|downloaded file is empty|bytes read/i, 'unreachable'],
]

/** What it says of a site that it may not use, and also of one that it does not know. */
const OTHER_SITE = /Unsupported URL/

/** Null for words that say none of it. `sites`: which were allowed. */
export function reasonOf(line: string, sites: VideoSites): ImportError | null {
  if (sites !== 'all' && OTHER_SITE.test(line)) return 'siteNotAllowed'
  return REASONS.find(([pattern]) => pattern.test(line))?.[1] ?? null
}
