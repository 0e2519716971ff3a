// A worker that is killed while yt-dlp runs: node lost-worker.ts PROGRAM LINK FOLDER
import { createDialler } from '../../backend/src/lib/dial/index.ts'
import { argumentsToFetch } from '../../backend/src/features/imports/videos/command.ts'
import { runYtdlp } from '../../backend/src/features/imports/videos/program.ts'
import { environment } from '../../scripts/lib/environment.ts'

const [ytdlp = '', link = '', folder = ''] = process.argv.slice(2)
const proxy = await createDialler({ privateAddresses: ['127.0.0.1'] }).openProxy({ maxBytes: 2 ** 40 })

await runYtdlp(
  { ytdlp, ffmpeg: 'ffmpeg', searchPath: environment()['PATH'] ?? '' },
  {
    folder,
    sites: 'all',
    proxy,
    maxBytes: 2 ** 40,
    limitMs: 60_000,
    rate: 0,
    signal: new AbortController().signal,
    arguments: (facts) => argumentsToFetch(facts, link, { preset: 'best', subtitles: false, item: null }),
    onTold: ({ kind }) => {
      if (kind === 'progress') process.kill(process.pid, 'SIGKILL')
      return null
    },
  },
)
