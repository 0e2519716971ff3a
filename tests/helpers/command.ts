// Runs commands of `nido` with the settings of a Nido under test.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { API_ENVIRONMENT } from '../../scripts/lib/api.ts'
import { environment } from '../../scripts/lib/environment.ts'
import type { Site } from './nido.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')

/** How a command ended, and what it said. */
export interface CommandEnd {
  code: number | null
  out: string
  err: string
}

/** The settings by which a command finds the household of a site. */
export const settingsOf = ({ mongoUrl, servers, bucketPrefix }: Site): Record<string, string> => ({
  SECRET_KEY: 'a key for the tests of commands, 41 bytes',
  MONGO_URL: mongoUrl,
  S3_ENDPOINT: servers.s3Endpoint,
  S3_ACCESS_KEY: servers.keys.accessKey,
  S3_SECRET_KEY: servers.keys.secretKey,
  BUCKET_PREFIX: bucketPrefix,
})

/** Runs `nido` with these words to its end. */
export const runNido = (words: string[], settings: Record<string, string>): Promise<CommandEnd> =>
  startCommand(words, settings).ended

/** Starts `nido` with these words. */
export function startCommand(
  words: string[],
  settings: Record<string, string>,
): { pid: number; ended: Promise<CommandEnd>; kill(): void } {
  const { PATH, HOME, TMPDIR } = environment()
  const child = spawn(
    path.join(ROOT, 'node_modules', '.bin', 'node'),
    [path.join(ROOT, 'backend', 'src', 'commands', 'nido.ts'), ...words],
    { env: { PATH, HOME, TMPDIR, ...API_ENVIRONMENT, ...settings } },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))),
    kill: () => void child.kill('SIGKILL'),
  }
}
