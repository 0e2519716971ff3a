// Tasks for a test: what children must not be able to do to Nido.
import { AppError } from '../app-error.ts'
import { serve, type Task } from './serve.ts'

const TASKS: Record<string, Task> = {
  tell: () => ({ value: { pid: process.pid } }),
  surroundings: () => ({
    value: Object.keys(
      (process.report.getReport() as { environmentVariables: Record<string, string> }).environmentVariables,
    ),
  }),
  reverse: (_input, body) => ({ value: body.length, body: body.toReversed() }),
  /** Sends two parts of the file, the second one first. */
  converse: async (_input, _body, parent) => {
    const [first, second] = [await parent.read(0, 3), await parent.read(3, 1_000)]
    await parent.give(second)
    await parent.give(first)
    return { value: second.length }
  },
  /** Asks for more at once than is allowed. */
  grab: async (_input, _body, parent) => ({ value: (await parent.read(0, 5 * 1024 * 1024)).length }),
  /** Asks for the same part again and again. */
  insist: async (_input, _body, parent) => {
    for (;;) await parent.read(0, 1024 * 1024)
  },
  refuse: () => {
    throw new AppError('tooLarge', 'too much of it')
  },
  stumble: () => {
    throw new TypeError('no such thing')
  },
  spin: () => {
    for (;;);
  },
  fill: () => {
    const held: Uint8Array[] = []
    for (;;) held.push(new Uint8Array(1024 * 1024).fill(1))
  },
  crash: () => process.abort(),
  leave: () => process.exit(0),
  babble: () =>
    new Promise(() => {
      setInterval(() => process.stdout.write('x'.repeat(65_536)), 1)
    }),
}

await serve(Object.fromEntries(Object.entries(TASKS).map(([name, task]) => [name, async () => task])))
