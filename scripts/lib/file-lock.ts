// A lock between processes: a file that its holder touches every few seconds.
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from './error-code.ts'

const BEAT_MS = 3_000
/** A lock that has not been touched for this long belongs to a dead process. */
const LOST_MS = 15_000
const RETRY_MS = 500

/** A lock that is held; `release` returns it. */
export interface FileLock {
  release(): Promise<void>
}

/**
 * Takes the lock if it is free.
 * @returns null if somebody else holds it
 */
export async function tryLock(file: string): Promise<FileLock | null> {
  await mkdir(path.dirname(file), { recursive: true })
  if (await isLost(file)) await rm(file, { force: true })
  try {
    await writeFile(file, JSON.stringify({ host: os.hostname(), pid: process.pid } satisfies Holder), { flag: 'wx' })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return null
    throw error
  }
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), BEAT_MS)
  beat.unref()
  return {
    release: async () => {
      clearInterval(beat)
      await rm(file, { force: true })
    },
  }
}

/** Runs a task under the lock; `onWait` is called once if somebody else holds it. */
export async function withLock<T>(file: string, onWait: () => void, task: () => Promise<T>): Promise<T> {
  let lock = await tryLock(file)
  if (!lock) onWait()
  while (!lock) {
    await sleep(RETRY_MS)
    lock = await tryLock(file)
  }
  try {
    return await task()
  } finally {
    await lock.release()
  }
}

interface Holder {
  host: string
  pid: number
}

async function isLost(file: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > LOST_MS) return true
    const { host, pid } = JSON.parse(await readFile(file, 'utf8')) as Holder
    return host === os.hostname() && !isAlive(pid)
  } catch {
    return false // gone meanwhile, or just being written
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
