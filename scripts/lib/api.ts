// How the API is started, by whoever starts it.
import path from 'node:path'
import { ROOT } from './page.ts'

/**
 * Node's words and the program. V8 gives new objects up to 32 MiB twice before it collects them, and hardly gives that back: with a quarter of it
 * the idle process takes 40 MB less, and no more of the processor.
 */
export const API_ARGS: readonly string[] = ['--max-semi-space-size=8', path.join(ROOT, 'backend', 'src', 'main.ts')]

/** Node keeps here what it has made of the sources, by their content: the next start takes a third less of the processor. */
export const API_ENVIRONMENT: Readonly<Record<string, string>> = { NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'node') }
