// Runs yt-dlp: without a shell between, in a folder of its own, within limits, and with all that it starts.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { ImportError } from '../../../../contract/import-kinds.ts'
import { type Child, NO_PROGRAM, reservedByNode, startBounded } from '../../../lib/child/bounds.ts'
import type { Proxy } from '../../../lib/dial/proxy.ts'
import type { JobFailed } from '../../../jobs/types.ts'
import { failed as failedImport, refusalCode } from '../landing-failures.ts'
import type { CallFacts } from './command.ts'
import { reasonOf } from './failures.ts'
import { bytesIn } from './folder-size.ts'
import { createLineReader } from './lines.ts'
import { LINE_MAX, readLine, type Told } from './output.ts'

/** The programs of the machine: names on `searchPath`, or files; '' for none. */
export interface VideoPrograms {
  ytdlp: string
  ffmpeg: string
  searchPath: string
  /** Where Python looks for yt-dlp first; left out for the one that was installed. */
  pythonPath?: string
}

export interface YtdlpCall {
  /** A folder for this call alone; made if it is not there. What is in it from an earlier run is gone on with. */
  folder: string
  sites: CallFacts['sites']
  /** What dials for it. */
  proxy: Pick<Proxy, 'url' | 'isSpent' | 'refusal'>
  /** Bytes that the folder may take in all. */
  maxBytes: number
  limitMs: number
  /** Bytes a second; 0 for no limit. */
  rate: number
  /** Ends it, with all that it has started. `run` then throws its reason. */
  signal: AbortSignal
  arguments(facts: CallFacts): string[]
  /** A failure that it answers ends the call. */
  onTold(told: Told): JobFailed | null
}

const BIN = path.join(import.meta.dirname, 'bin')
const MEMORY = 768 * 1024 * 1024
/** Turning the sound of a long video into MP3 takes the most. */
const PROCESSOR_SECONDS = 2 * 60 * 60
const OPEN_FILES = 256
const KILL_AFTER_MS = 5_000
const LOOK_EVERY_MS = 1_000
const TOLD_CHARACTERS = 300

/** What ffmpeg may read: containers, pictures and subtitles, but nothing that names other files or servers. */
export const MEDIA_FORMATS = [
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,mpegts,mpeg,ogg,asf,mp3,flac,wav,aac,ac3,eac3,opus',
  'image2,jpeg_pipe,png_pipe,webp_pipe,gif,mjpeg',
  'webvtt,srt,ass,ttml,ffmetadata',
].join(',')

/**
 * Runs yt-dlp once.
 * @throws JobFailed if it fails, or exceeds a limit; another error if it was killed; the reason of the signal
 */
export async function runYtdlp(programs: VideoPrograms, call: YtdlpCall): Promise<void> {
  if (programs.ytdlp === '') throw failed('noProgram', 'yt-dlp')
  call.signal.throwIfAborted()
  await mkdir(path.join(call.folder, 'parts'), { recursive: true, mode: 0o700 })
  const mark = `nido-${randomUUID()}-`
  const child = start(programs, call, mark)
  const watch = watchOver(child, call)
  const said = listen(child, mark, (told) => {
    const failure = call.onTold(told)
    if (failure) watch.end(failure)
  })
  const code = await endOf(child).finally(watch.stop)
  call.signal.throwIfAborted()
  if (watch.failure !== null) throw watch.failure
  if (NO_PROGRAM.includes(code)) throw failed('noProgram', 'yt-dlp')
  const refusal = said()
  if (code === 0 && refusal === null) return
  // Killed by somebody else, such as a system that is out of memory: another try may succeed.
  if (code === null) throw new Error('yt-dlp was killed')
  throw failed(codeOf(refusal ?? '', call), refusal ?? `exit ${code}`)
}

/** The proxy knows the reason better than yt-dlp's messages do. */
function codeOf(refusal: string, { proxy, sites }: YtdlpCall): ImportError {
  if (proxy.isSpent) return 'tooLarge'
  if (proxy.refusal !== null) return refusalCode(proxy.refusal)
  return reasonOf(refusal, sites) ?? 'internal'
}

const failed = (code: ImportError, detail: string) => failedImport(code, detail.slice(0, TOLD_CHARACTERS))

function start({ ytdlp, ffmpeg, searchPath, pythonPath }: VideoPrograms, call: YtdlpCall, mark: string): Child {
  const { folder, sites, maxBytes, rate, proxy } = call
  const hasFfmpeg = ffmpeg !== ''
  const facts = { mark, folder, sites, maxBytes, rate, ffmpeg: hasFfmpeg ? BIN : null, node: process.execPath }
  return startBounded({
    program: path.join(BIN, 'tethered'),
    args: [ytdlp, ...call.arguments(facts)],
    searchPath,
    folder,
    memory: MEMORY + reservedByNode(),
    fileBytes: maxBytes,
    processorSeconds: PROCESSOR_SECONDS,
    openFiles: OPEN_FILES,
    isPatient: true,
    isGroup: true,
    environment: {
      HOME: folder,
      TMPDIR: path.join(folder, 'parts'),
      LANG: 'C.UTF-8',
      PYTHONDONTWRITEBYTECODE: '1',
      ...(pythonPath !== undefined && { PYTHONPATH: pythonPath }),
      // Not as an argument, which everybody on the machine sees. With it, ffmpeg would be bound to it, too.
      http_proxy: proxy.url,
      https_proxy: proxy.url,
      all_proxy: proxy.url,
      ...(hasFfmpeg && { NIDO_FFMPEG: ffmpeg, NIDO_FFPROBE: probeOf(ffmpeg), NIDO_FFMPEG_FORMATS: MEDIA_FORMATS }),
    },
  })
}

/** ffprobe lies beside ffmpeg. */
export const probeOf = (ffmpeg: string): string => path.join(path.dirname(ffmpeg), 'ffprobe').replace(/^\.\//, '')

interface Watch {
  /** Why the group was ended. */
  readonly failure: JobFailed | null
  end(failure: JobFailed): void
  stop(): void
}

/** Ends the group when the job ends, time is over, or the folder gets too large. */
function watchOver(child: Child, { signal, limitMs, folder, maxBytes }: YtdlpCall): Watch {
  let failure: JobFailed | null = null
  let killing: NodeJS.Timeout | undefined
  const endGroup = () => {
    signalGroup(child, 'SIGTERM')
    killing ??= setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS)
  }
  const end = (reason: JobFailed) => {
    failure ??= reason
    endGroup()
  }
  const timer = setTimeout(() => end(failed('tooLong', `not within ${limitMs / 1000} s`)), limitMs)
  const looking = setInterval(async () => {
    if ((await bytesIn(folder)) > maxBytes) end(failed('tooLarge', `more than ${maxBytes} bytes`))
  }, LOOK_EVERY_MS)
  signal.addEventListener('abort', endGroup, { once: true })
  return {
    get failure() {
      return failure
    },
    end,
    stop() {
      clearTimeout(timer)
      clearTimeout(killing)
      clearInterval(looking)
      signal.removeEventListener('abort', endGroup)
    },
  }
}

function signalGroup({ pid }: Child, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // The group has no process any more.
  }
}

/** Hands on what it tells. The function answers the last refusal. */
function listen(child: Child, mark: string, onTold: (told: Told) => void): () => string | null {
  let refused: string | null = null
  const onLine = (line: string) => {
    const told = readLine(mark, line)
    if (told.kind === 'error') refused = told.text
    else if (told.kind === 'note' && SILENT_REFUSAL.test(told.text)) refused = told.text
    onTold(told)
  }
  for (const stream of [child.stdout, child.stderr]) {
    const lines = createLineReader(LINE_MAX, onLine)
    stream.on('data', lines.add).once('end', lines.end)
  }
  return () => refused
}

/** What it refuses without calling it an error. */
const SILENT_REFUSAL = /larger than max-filesize|does not pass filter/

/** The exit code of the program; null if it was killed. */
function endOf(child: Child): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('exit', (code) => {
    // What it has left running, such as the process that ties it to us, holds its pipes open.
    signalGroup(child, 'SIGKILL')
    child.once('close', () => resolve(code))
  })
  return promise
}
