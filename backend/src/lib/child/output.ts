// Runs a program of the machine once on an untrusted file, with limited memory, time and output.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { AppError } from '../app-error.ts'
import { FairSlots } from '../fair-slots.ts'
import { type Child, CHILD_MEMORY, NO_PROGRAM, startBounded } from './bounds.ts'

export interface OutputOptions {
  program: string
  /** Where programs are searched by name, like PATH. */
  searchPath: string
  args: string[]
  /** Milliseconds after which it is killed. It may use the same amount of processor time. */
  limitMs: number
  /** The maximum output in bytes. */
  maxBytes: number
  signal: AbortSignal
  /** Additional environment variables. */
  environment?: Record<string, string>
}

/** What is kept of the error output of a program that failed. */
const TOLD_CHARACTERS = 500
const SECOND_MS = 1000

const programs = new FairSlots(FAIR_SHARES.children)

/**
 * The output of the program, which starts in its turn.
 * @throws AppError `unsupportedMediaType` if it fails or exceeds a limit; `notImplemented` if the program is missing;
 *   `unavailable` if the wait was too long
 */
export const outputOf = (options: OutputOptions): Promise<Buffer> => programs.run(options, () => run(options))

async function run({ program, searchPath, args, limitMs, maxBytes, signal, ...more }: OutputOptions): Promise<Buffer> {
  if (signal.aborted) throw cancelled(signal.reason)
  const child = startBounded({
    program,
    args,
    searchPath,
    memory: CHILD_MEMORY,
    processorSeconds: Math.ceil(limitMs / SECOND_MS),
    isPatient: true,
    ...more,
  })
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, limitMs)
  signal.addEventListener('abort', kill, { once: true })
  try {
    return await collect(child, maxBytes, signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
}

const cancelled = (cause: unknown) => new AppError('unsupportedMediaType', 'the preview was cancelled', { cause })

/** What a program writes until it ends; one that writes too much is ended. */
function collect(child: Child, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, TOLD_CHARACTERS)
  })
  child.once('error', (cause) => reject(cancelled(cause)))
  child.once('close', (code) => {
    if (code === 0 && length <= maxBytes) resolve(Buffer.concat(chunks))
    else if (signal.aborted) reject(cancelled(signal.reason))
    else if (NO_PROGRAM.includes(code))
      reject(new AppError('notImplemented', 'the program for this kind of preview is not installed', { cause: said }))
    else reject(new AppError('unsupportedMediaType', 'no picture could be made of the file', { cause: said }))
  })
  child.stdin.end()
  return promise
}
