// Runs the commands of a line in parallel. Each reads the output of the one before it, and a command whose reader stops
// ends.
import { Readable } from 'node:stream'
import type { UserPath } from '../../storage/paths.ts'
import type { Locale } from '../../../contract/locales.ts'
import type { Actor } from '../access/actor.ts'
import type { CommandLine } from '../../../contract/shell-line.ts'
import type { Command, ShellServices } from './command.ts'
import { createComplaints } from './complaints.ts'
import { ShellError } from './errors.ts'
import { expandWords } from './expand.ts'
import { begin, type RunningStage, type StageSource, type LineSurroundings } from './stage.ts'
import { sayIn } from './texts/say.ts'
import type { Word } from '../../../contract/shell-words.ts'
import { createWorkingFolder } from './working-folder.ts'

interface RunOptions {
  services: ShellServices
  commands: Readonly<Record<string, Command>>
  now(): number
  /** Gets internal errors. */
  onFault(error: unknown): void
}

export interface LineRequest {
  line: CommandLine
  actor: Actor
  folder: UserPath
  /** Of the texts for the person. */
  language: Locale
  signal: AbortSignal
}

/** A running line. It runs as far as its output is read. */
export interface LineRun {
  /** Only fails when the signal aborts. */
  output: AsyncGenerator<Uint8Array>
  /** The error output, one message per line; complete when the output has ended. */
  complaints: readonly string[]
  /** Whether the last command, or the line itself, failed. Known when the output has ended. */
  hasFailed(): boolean
}

export function runLine(options: RunOptions, { line, actor, folder, language, signal }: LineRequest): LineRun {
  const { services, commands, now } = options
  const say = sayIn(language)
  const complaints = createComplaints(signal, say, options.onFault)
  const around: LineSurroundings = {
    actor,
    tree: createWorkingFolder(services, { actor, folder, signal }),
    services,
    commands,
    complaints,
    say,
    signal,
    now,
  }
  let hasFailed = false

  async function* output(): AsyncGenerator<Uint8Array> {
    let running: RunningStage[] = []
    try {
      running = beginAll(line, line.input === null ? null : await openInput(line.input, around), around)
      const last = running.at(-1)
      if (!last) return
      if (line.output === null) yield* last.output
      else await store(line.output, last.output, around)
      // A command without a reader runs until it produces output.
      for (const each of running.toReversed()) if (!each.hasBegun) await each.output.next()
      hasFailed = last.hasFailed
    } catch (error) {
      hasFailed = true
      complaints.explain(error, '')
    } finally {
      for (const each of running) await each.output.return(undefined)
      complaints.end()
    }
  }

  return { output: output(), complaints: complaints.lines, hasFailed: () => hasFailed }
}

function beginAll({ stages }: CommandLine, input: StageSource | null, around: LineSurroundings): RunningStage[] {
  const running: RunningStage[] = []
  for (const stage of stages) {
    const before = running.at(-1)
    running.push(begin(stage, before ? { kind: 'command', running: before } : input, around))
  }
  return running
}

async function openInput(word: Word, { tree }: LineSurroundings): Promise<StageSource> {
  return { kind: 'file', bytes: await tree.read(await fileOf(word, tree)) }
}

/** Writes output to a file, completely or not at all. */
async function store(
  word: Word,
  bytes: AsyncGenerator<Uint8Array>,
  { tree, services, actor, signal }: LineSurroundings,
): Promise<void> {
  const path = await fileOf(word, tree)
  await tree.checkFolderAround(path)
  const body = Readable.from(bytes, { objectMode: false })
  const stop = () => body.destroy(new ShellError('error.stopped'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    await services.files.put(actor, path, { body, modified: undefined })
  } finally {
    signal.removeEventListener('abort', stop)
    body.destroy()
  }
}

/** The target of a redirection: exactly one file. */
async function fileOf(word: Word, tree: LineSurroundings['tree']): Promise<UserPath> {
  const [first, ...others] = await expandWords([word], tree)
  if (!first || first.text === '' || others.length > 0) throw new ShellError('error.oneFile')
  return tree.resolve(first.text)
}
