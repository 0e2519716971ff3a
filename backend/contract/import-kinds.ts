// The words of imports. Without schemas, so that the page can import it.

/** `torrent`: a torrent file or magnet link. `video`: a page that yt-dlp reads. `link`: the file at an address. */
export const IMPORT_KINDS = ['torrent', 'video', 'link'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** `done` and `failed` are final, but a failed one can be tried again. */
export const IMPORT_STATES = ['waiting', 'running', 'paused', 'done', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/**
 * What a running import is doing. `asking`: it learns what there is to fetch. `checking`: it verifies what it already
 * has. `joining`: ffmpeg puts tracks together. `storing`: files go to their folder. `seeding`: it gives back to others.
 */
export const IMPORT_PHASES = ['starting', 'asking', 'checking', 'downloading', 'joining', 'storing', 'seeding'] as const
export type ImportPhase = (typeof IMPORT_PHASES)[number]

/** How far a look at a link is. */
export const PROBE_STATES = ['waiting', 'done', 'failed'] as const

/** What an import may ask for a video. `best`, `1080p` and `720p` are videos, the others sound alone. */
export const VIDEO_PRESETS = ['best', '1080p', '720p', 'mp3', 'm4a'] as const
export type VideoPreset = (typeof VIDEO_PRESETS)[number]

/** Sites whose pages are videos, unless the person says otherwise. */
export const VIDEO_HOSTS = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/** Which sites videos may come from. `listed`: all that yt-dlp knows by name. `all`: any page with a video. */
export const VIDEO_SITES = ['youtube', 'listed', 'all'] as const
export type VideoSites = (typeof VIDEO_SITES)[number]

/**
 * What is taken of an entry of a followed feed. `auto`: torrents, enclosed files, and pages of known video sites.
 * `video`: the video on its page. `link`: the enclosed file, or the one at its link.
 */
export const FEED_KINDS = ['auto', 'video', 'link'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** `folder`: torrent files and shortcuts that are put into a folder. */
export const FOLLOW_KINDS = [...FEED_KINDS, 'folder'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** `paused` by its person, `stopped` by itself. */
export const FOLLOW_STATES = ['waiting', 'looking', 'paused', 'stopped'] as const
export type FollowState = (typeof FOLLOW_STATES)[number]

/** Why an import failed, or why a link was refused. */
export const IMPORT_ERRORS = [
  // It is not a torrent, or a damaged one.
  'badTorrent',
  // A torrent of version 2 alone; those of version 1 and hybrid ones work.
  'onlyVersion2',
  // It is not a link that can be imported.
  'badLink',
  // The address belongs to the server's own network, or to no public one.
  'privateAddress',
  // Nothing is fetched from this port of a server.
  'portNotAllowed',
  // The household does not import from this site.
  'siteNotAllowed',
  // There is no feed at the address that can be read.
  'badFeed',
  // The server there does not answer, or the connection broke off too often.
  'unreachable',
  // There is nothing at the address any more.
  'gone',
  // The site only shows it to people who are logged in there.
  'needsLogin',
  // yt-dlp does not know how to read the page.
  'unsupported',
  // A live stream has no end.
  'live',
  // The part that is wanted begins behind the end of the video.
  'outsideClip',
  // Nobody who has the torrent could be found.
  'noPeers',
  // The content does not match the checksum.
  'wrongContent',
  // Too many files, or an import that would be larger or take longer than allowed.
  'tooMany',
  'tooLarge',
  'tooLong',
  // It does not fit: in the quota, or in the disk space of the worker.
  'noRoom',
  'noScratch',
  // The person may not import, or not write to the folder any more.
  'forbidden',
  // Nobody knows who has put a file into a watched folder of all, so nobody's rights say what it may do.
  'unknownPerson',
  // The target folder is gone, or it is a file.
  'noFolder',
  // A program is missing on the server: yt-dlp or ffmpeg.
  'noProgram',
  // The process that does it ended too often.
  'crashed',
  'internal',
] as const
export type ImportError = (typeof IMPORT_ERRORS)[number]

/** Programs that imports need, and that a worker may lack. */
export const IMPORT_PROGRAMS = ['yt-dlp', 'ffmpeg'] as const
