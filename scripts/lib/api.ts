// How the API is started, by whoever starts it.
import path from 'node:path'
import { ROOT } from './page.ts'

/**
 * Node's words and the program. V8 takes memory as if there were no end of it: new objects get up to 32 MiB twice
 * before they are collected, and old ones four times what was left of them. With 4 MiB, and 1.3 times from 64 MiB on,
 * an idle process takes 50 MB less, and one that has listed 25,000 files some times and made archives of them 200 MB
 * less, for no more of the processor than two runs differ by.
 */
export const API_ARGS: readonly string[] = [
  '--max-semi-space-size=4',
  '--initial-old-space-size=64',
  '--heap-growing-percent=30',
  path.join(ROOT, 'backend', 'src', 'main.ts'),
]

export const API_ENVIRONMENT: Readonly<Record<string, string>> = {
  // Node keeps here what it has made of the sources, by their content: the next start takes a third less of the
  // processor.
  NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'node'),
  // glibc gives each thread that compresses or hashes a heap of its own, and hardly gives back what was freed there.
  // Sharing one costs nothing measurable.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
