// A look at what is at a link, before anything is fetched: a short job, since only workers run yt-dlp. What it finds
// lies in the system bucket until the job is forgotten.
import { foundVideo, type FoundVideo } from '../../../../contract/imports.ts'
import type { JobLimits, JobWork, RunningJob } from '../../../jobs/types.ts'
import type { Scratch } from '../../../storage/types.ts'
import { failed } from '../landing-failures.ts'
import { foundKey, pictureKey } from '../keys.ts'
import { ask } from './asking.ts'
import { callYtdlp } from './calling.ts'
import { keepPicture } from './picture.ts'
import type { VideoWorkOptions } from './options.ts'

export const PROBE = 'probe'

export interface ProbeInput {
  link: string
  /** Whether the entries of a list are looked at, or the video that is linked. */
  entries: boolean
}

export type ProbeJob = RunningJob<ProbeInput, null>
export type ProbeOptions = Pick<VideoWorkOptions, 'programs' | 'scratch' | 'storage' | 'dialler' | 'sites' | 'rate'>

/** They do not wait for imports, and imports not for them. */
const LIMITS: JobLimits = { running: 4, each: 1 }
const MIB = 1024 * 1024
const PLAN = { name: 'probe', limitMs: 60_000, least: 16 * MIB, most: 64 * MIB }
/** With the wait for room on the disk. */
const WITHIN_MS = 90_000
const TITLE_MAX = 200

export function createProbeWork(options: ProbeOptions): JobWork<ProbeInput, null> {
  const { scratch, storage } = options
  return {
    kind: PROBE,
    limits: LIMITS,
    async run(job) {
      try {
        const found = await look(options, job)
        await storage.scratch.put(foundKey(job.id), Buffer.from(JSON.stringify(found)))
      } finally {
        await scratch.remove(job.id)
      }
    },
    async discard({ id }) {
      await scratch.remove(id)
      await storage.scratch.delete([foundKey(id), pictureKey(id)])
    },
  }
}

/** @throws JobFailed as yt-dlp fails, `tooLong` */
async function look(options: ProbeOptions, { id, input, signal }: ProbeJob): Promise<FoundVideo> {
  const time = AbortSignal.timeout(WITHIN_MS)
  const source = { ...input, preset: 'best', subtitles: false, chosen: null, clip: null } as const
  const bounded = { id, signal: AbortSignal.any([signal, time]), sites: await options.sites() }
  try {
    const programs = await options.programs()
    return await callYtdlp(options, { job: bounded, plan: PLAN }, async (call) => {
      const { title, duration, listed, isList, entries, picture } = await ask(programs, source, call)
      return {
        title: cut(title),
        duration,
        hasPicture: await keepPicture({ ...options, programs }, bounded, picture),
        listed,
        entries: isList ? entries.map((one) => ({ key: one.key, title: cut(one.title), duration: one.duration })) : [],
      }
    })
  } catch (error) {
    if (time.aborted && !signal.aborted) throw failed('tooLong', `not within ${WITHIN_MS} ms`)
    throw error
  }
}

const cut = (title: string): string => title.slice(0, TITLE_MAX).toWellFormed()

/** What a look has found; null if it is not there. */
export async function readFound(scratch: Pick<Scratch, 'get'>, id: string): Promise<FoundVideo | null> {
  const bytes = await scratch.get(foundKey(id))
  return bytes === null ? null : foundVideo.parse(JSON.parse(bytes.toString()))
}
