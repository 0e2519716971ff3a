import { AppError } from '../../../lib/app-error.ts'
import { childOf, parseUserPath, type UserPath } from '../../../storage/paths.ts'
import type { ZippedEntry } from '../../archives/zip-reader.ts'
import { type Options, parseOptions } from '../arguments.ts'
import type { Command, Context } from '../command.ts'
import { ShellError } from '../errors.ts'
import { charactersOfText, matcherOf } from '../pattern.ts'
import { shortTime } from './forms.ts'

/** Names that are listed. An archive may hold a hundred thousand. */
const TOLD_MAX = 1_000

export const unzip: Command = {
  usage: '[-lonq] [-d folder] archive [pattern …]',
  summary: 'summary.unzip',
  async *run(context) {
    const { tree, services, actor, signal, say, attempt } = context
    const options = parseOptions(context.args, { flags: 'lonq', values: 'd' })
    const [name, ...patterns] = options.operands
    if (name === undefined) throw new ShellError('error.noZip')
    const tests = patterns.map((pattern) => matcherOf(charactersOfText(pattern)))
    const download = await services.files.open(actor, tree.resolve(name))
    if (download === null) throw new ShellError('error.isFolderAs', { name })
    const zip = await services.zips.open(download.file, signal).catch((error: unknown) => {
      throw isOfZip(error) ? new ShellError('error.zip', { name, why: error.message }, { cause: error }) : error
    })
    const target = tree.resolve(options.value('d') ?? '.')
    let told = 0
    for await (const entry of zip.entries()) {
      if (tests.length > 0 && !tests.some((fits) => fits(entry.name))) continue
      if (options.has('l')) {
        yield (
          `${String(entry.size).padStart(12)} ${shortTime(entry.modified)} ${entry.name}` +
          `${entry.isFolder ? '/' : ''}\n`
        )
        continue
      }
      const isDone = await attempt(entry.name, () => unpack(context, { entry, target, options }))
      told += 1
      if (isDone && !options.has('q') && told <= TOLD_MAX) yield `${entry.name}${entry.isFolder ? '/' : ''}\n`
    }
    if (told > TOLD_MAX && !options.has('q')) yield `${say('output.more', { number: told - TOLD_MAX })}\n`
  },
}

/** Whether an error says what is wrong with the zip. */
const isOfZip = (error: unknown): error is AppError => error instanceof AppError && error.code === 'badRequest'

async function unpack(
  { tree, services, actor, signal }: Context,
  { entry, target, options }: { entry: ZippedEntry; target: UserPath; options: Options },
): Promise<void> {
  const path = parseUserPath(childOf(target, entry.name))
  if (entry.isFolder) return services.files.makeFolder(actor, path)
  if (!options.has('o') && (await tree.statIfThere(path)) !== null) {
    if (options.has('n')) return
    throw new ShellError('error.existsZip')
  }
  const body = entry.read()
  const stop = () => body.destroy(new ShellError('error.stopped'))
  signal.addEventListener('abort', stop, { once: true })
  let failure: unknown = null
  body.once('error', (error) => {
    failure = error
  })
  try {
    await services.files.put(actor, path, {
      body,
      modified: entry.modified,
      length: entry.size,
      isNew: !options.has('o'),
    })
  } catch (error) {
    // An error of the zip itself explains more than the storage error that it caused.
    if (failure !== null && !(error instanceof AppError && error.status === 507))
      throw failure instanceof ShellError || isOfZip(failure)
        ? failure
        : new ShellError('error.damaged', {}, { cause: failure })
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    body.destroy()
  }
}
