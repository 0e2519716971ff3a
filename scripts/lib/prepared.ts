// What scripts/prepare.ts tells `make start`, which runs it.
import path from 'node:path'
import type { Config } from '../../backend/src/config.ts'
import { startChild } from './child.ts'
import { NODE } from './places.ts'

/** The settings that `make start` itself goes by. */
export type StartSettings = Pick<
  Config,
  'HOST' | 'PORT' | 'BASE_URL' | 'DATA_DIR' | 'MINIO_PORT' | 'MONGO_PORT' | 'WORKER' | 'ADMIN_USERNAME'
>

/** A line of its output. */
export type Told =
  | { kind: 'line'; line: string }
  | { kind: 'settings'; settings: StartSettings }
  | { kind: 'done'; ytDlp: string | null }
  | { kind: 'failed'; why: string }

/** Both reject with a readable message. `everything`: when all is built; with the path of yt-dlp, if there is one. */
export interface Prepared {
  settings: Promise<StartSettings>
  everything: Promise<string | null>
}

/** Starts it; `say` is told of slow steps. */
export async function startPreparing(say: (line: string) => void): Promise<Prepared> {
  const settings = Promise.withResolvers<StartSettings>()
  const everything = Promise.withResolvers<string | null>()
  const fail = (why: string) => [settings, everything].forEach(({ reject }) => reject(new Error(why)))
  const hear = (told: Told) => {
    if (told.kind === 'line') say(told.line)
    else if (told.kind === 'settings') settings.resolve(told.settings)
    else if (told.kind === 'done') everything.resolve(told.ytDlp)
    else fail(told.why)
  }
  // Who waits for the settings first does not hear of the other yet.
  everything.promise.catch(() => undefined)
  const child = await startChild('the preparation', {
    command: NODE,
    args: [path.join(import.meta.dirname, '..', 'prepare.ts')],
    onLine: (line) => {
      if (!line.startsWith('{"kind":')) return false
      hear(JSON.parse(line) as Told)
      return true
    },
  })
  void child.exited.then(() => fail(`The preparation ended early. Its last lines:\n${child.lastLines().join('\n')}`))
  return { settings: settings.promise, everything: everything.promise }
}
