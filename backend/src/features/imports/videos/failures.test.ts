import { describe, expect, it } from '@jest/globals'
import { reasonOf } from './failures.ts'

describe('the reason of a failure', () => {
  // As yt-dlp 2026.10.26 says them.
  it.each([
    ['No suitable extractor found for URL http://127.0.0.1/v1.mp4', 'siteNotAllowed'],
    ['Unsupported URL: http://127.0.0.1/empty.html', 'unsupported'],
    [
      '[generic] none: Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
      'gone',
    ],
    ['[generic] x: Unable to download webpage: HTTP Error 401: Unauthorized', 'needsLogin'],
    ['[youtube] abc: Private video. Sign in if you have been granted access to this video', 'needsLogin'],
    ['[youtube] abc: Sign in to confirm your age. This video may be inappropriate for some users.', 'needsLogin'],
    ['[youtube] abc: Sign in to confirm you’re not a bot. Use --cookies-from-browser', 'needsLogin'],
    ['[youtube] abc: Join this channel to get access to members-only content', 'needsLogin'],
    ['[youtube] abc: Video unavailable. This video has been removed by the uploader', 'gone'],
    ['[youtube] abc: This video is no longer available because the account has been terminated.', 'gone'],
    ['[youtube] abc: This live event will begin in 3 hours.', 'live'],
    ['[youtube] abc: Premieres in 4 hours', 'live'],
    ['[youtube] abc: Requested format is not available. Use --list-formats for a list', 'unsupported'],
    ['[drm] The requested site is known to use DRM protection.', 'unsupported'],
    [
      "[youtube] a: Unable to download API page: HTTPSConnection(host='www.youtube.com', port=443): Failed to resolve",
      'unreachable',
    ],
    ["[generic] x: Unable to download webpage: HTTPConnectionPool(host='x', port=1): Read timed out.", 'unreachable'],
    ['[generic] x: Unable to download webpage: HTTP Error 503: Service Unavailable', 'unreachable'],
    ['unable to write data: [Errno 28] No space left on device', 'noScratch'],
    ['unable to write data: [Errno 27] File too large', 'tooLarge'],
    ['[download] File is larger than max-filesize (9 bytes > 5 bytes). Aborting.', 'tooLarge'],
    ['[download] x does not pass filter (!is_live), skipping ..', 'live'],
    ["[generic] '--exec=touch X' is not a valid URL", 'badLink'],
    ['file:// URLs are disabled by default in yt-dlp for security reasons.', 'badLink'],
    ['Postprocessing: ffprobe and ffmpeg not found. Please install or provide the path', 'noProgram'],
    ['something else', null],
  ])('of %s', (line, code) => {
    expect(reasonOf(line, 'all')).toBe(code)
  })

  it('is the site where not all are allowed', () => {
    expect(reasonOf('Unsupported URL: http://127.0.0.1/empty.html', 'listed')).toBe('siteNotAllowed')
  })
})
