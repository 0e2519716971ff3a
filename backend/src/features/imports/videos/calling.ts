// Gives a call of yt-dlp what it needs: a folder, room on the disk, and a proxy that dials for it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoSites } from '../../../../contract/import-kinds.ts'
import type { AskingCall } from './asking.ts'
import type { VideoWorkOptions } from './options.ts'

export type CallingOptions = Pick<VideoWorkOptions, 'scratch' | 'dialler' | 'rate'>

/** Who the call is for. */
export interface CallingJob {
  id: string
  signal: AbortSignal
  sites: VideoSites
}

export interface CallPlan {
  /** Its folder in that of the job. */
  name: string
  /** Bytes that it needs, and that it may have. */
  least: number
  most: number
  limitMs: number
}

/** The folder stays if the call fails, so that the next run goes on with what is in it. @throws as the work does */
export async function callYtdlp<T>(
  { scratch, dialler, rate }: CallingOptions,
  { job: { id, signal, sites }, plan: { name, limitMs, ...room } }: { job: CallingJob; plan: CallPlan },
  work: (call: AskingCall) => Promise<T>,
): Promise<T> {
  const { folder: all, bytes, giveBack } = await scratch.take(id, room, signal)
  const most = await rate()
  const proxy = await dialler.openProxy({ maxBytes: bytes })
  const folder = join(all, name)
  try {
    const answer = await work({ folder, maxBytes: bytes, limitMs, rate: most, signal, proxy, sites })
    await rm(folder, { recursive: true, force: true })
    return answer
  } finally {
    await proxy.close()
    giveBack()
  }
}
