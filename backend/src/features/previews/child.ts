// A program that makes a picture of something: without our environment, ended when its time is over, its output bounded.
import { spawn } from 'node:child_process'
import os from 'node:os'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFairSlots } from '../../lib/fair-slots.ts'

export interface ChildOptions {
  program: string
  /** Where programs are looked for by name, as PATH has it. */
  searchPath: string
  args: string[]
  /** What it reads from its standard input. */
  input?: Buffer
  /** Milliseconds after which it is killed. */
  limitMs: number
  maxBytes: number
  signal: AbortSignal
}

/** Whoever begins one has waited in the queue of previews: here is what there is at most, whatever begins them. */
const children = createFairSlots(FAIR_SHARES.children)

/** What is told of a program that failed. */
const TOLD_CHARACTERS = 500

/**
 * What the program writes; it begins in its turn.
 * @throws AppError `unsupportedMediaType` when it fails, takes too long or writes too much; `notImplemented` when there
 *   is no such program; `unavailable` when others were first for too long
 */
export const outputOf = (options: ChildOptions): Promise<Buffer> => children.run(options, () => run(options))

function run({ program, searchPath, args, input, limitMs, maxBytes, signal }: ChildOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // Nothing of our settings, secrets above all, reaches it.
  const child = spawn(program, args, { env: { PATH: searchPath }, stdio: ['pipe', 'pipe', 'pipe'], timeout: limitMs, killSignal: 'SIGKILL', signal })
  const chunks: Buffer[] = []
  let length = 0
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => { said = (said + chunk.toString()).slice(0, TOLD_CHARACTERS) })
  child.on('error', (cause: NodeJS.ErrnoException) => {
    reject(cause.code === 'ENOENT' ? new AppError('notImplemented', 'the program for this kind of preview is not installed', { cause }) : new AppError('unsupportedMediaType', 'the preview was given up', { cause }))
  })
  child.on('close', (code) => {
    if (code === 0 && length <= maxBytes) resolve(Buffer.concat(chunks))
    else reject(new AppError('unsupportedMediaType', 'no picture could be made of the file', { cause: said }))
  })
  // It may end before it has read all.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  if (child.pid !== undefined) lowerPriority(child.pid)
  return promise
}

/** Previews wait for whatever else there is to do. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us.
  }
}
