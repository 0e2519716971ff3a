// Where the API and a worker are, once they are built (program.ts), and how to start them.
import path from 'node:path'
import { ROOT } from './places.ts'

export const PROGRAM_FOLDER = path.join(ROOT, 'dist', 'program')
export const PROGRAMS = ['api', 'worker'] as const
export type ProgramName = (typeof PROGRAMS)[number]

/** What is started of a program (program-launcher.ts). */
export const programFile = (name: ProgramName): string => path.join(PROGRAM_FOLDER, `${name}.js`)

/** The program itself. */
export const scriptFile = (name: ProgramName): string => path.join(PROGRAM_FOLDER, `${name}.script.js`)

/** The same as V8 has compiled it with the options below. */
export const compiledFile = (name: ProgramName): string => path.join(PROGRAM_FOLDER, `${name}.compiled`)

/**
 * Node's options for the API. By default, V8 is generous with memory: new objects get up to 32 MiB twice before
 * they are collected, and the old heap may grow to four times the surviving size. With 4 MiB, and a factor of 1.3 from
 * 64 MiB on, an idle process takes 50 MB less, and one that has listed 25,000 files several times and archived them 200
 * MB less, with no measurable difference in processor time. And by itself, V8 looks through the whole heap whenever the
 * buffers of streams have grown by some tens of MB, though these are long free: that is half the processor time of an
 * upload. Counted together with the heap, they are freed with the new objects around them. A process at rest collects
 * all garbage itself (`backend/src/lib/idle-memory.ts`).
 *
 * V8 compiles a function by its slowest and best compiler (Turbofan) once it was called 3,000 times, and a household
 * takes days to make as many requests. With 500, a tenth of the processor time is saved from then on. A lower limit for
 * the compiler before it (Maglev), too, would take 9 MB more.
 *
 * V8 makes objects old at once where most of those made at the same place have lived long. After an upload or a
 * download of some hundred MB it took all buffers for such. From then on only a look through the whole heap freed them:
 * a zip of small files took twice the processor time, and 50 MB more, for as long as the process ran.
 */
export const NODE_ARGS: readonly string[] = [
  '--max-semi-space-size=4',
  '--initial-old-space-size=64',
  '--heap-growing-percent=30',
  '--external-memory-accounted-in-global-limit',
  '--expose-gc',
  '--invocation-count-for-turbofan=500',
  '--no-allocation-site-pretenuring',
]

/** The same with the program. */
export const API_ARGS: readonly string[] = [...NODE_ARGS, programFile('api')]

/**
 * What differs for a worker, which mostly passes bytes on: 1 MiB of new objects is enough, so that the buffers around
 * them are freed soon.
 */
export const WORKER_NODE_ARGS: readonly string[] = ['--max-semi-space-size=1']

/** All of them with the program. Of two values of an option, the later one counts. */
export const WORKER_ARGS: readonly string[] = [...NODE_ARGS, ...WORKER_NODE_ARGS, programFile('worker')]

/** The environment of both. */
export const API_ENVIRONMENT: Readonly<Record<string, string>> = {
  // Node's compile cache, for packages beside the script.
  NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'node'),
  // glibc gives each thread that compresses or hashes a heap of its own and rarely returns freed memory. Sharing heaps
  // has no measurable cost.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
