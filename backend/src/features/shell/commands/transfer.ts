// What cp and mv have in common: the destination of each source, and waiting for the operation.
import { childOf, nameOf, type UserPath } from '../../../storage/paths.ts'
import { parseOptions } from '../arguments.ts'
import type { Command, Context } from '../command.ts'
import { ShellError } from '../errors.ts'

interface Kind {
  action: 'copy' | 'rename'
  flags: string
}

export function transferCommand({ action, flags }: Kind): Command['run'] {
  // oxlint-disable-next-line require-yield -- it has no output
  return async function* transfer(context) {
    const options = parseOptions(context.args, { flags, long: { recursive: 'r', 'no-clobber': 'n' } })
    const last = options.operands.at(-1)
    const sources = options.operands.slice(0, -1)
    if (last === undefined || sources.length === 0)
      throw new ShellError(action === 'copy' ? 'error.whatToCopy' : 'error.whatToMove')
    const { tree, attempt } = context
    const target = tree.resolve(last)
    const isInto = (await tree.statIfThere(target))?.kind === 'folder'
    if (!isInto && (sources.length > 1 || last.endsWith('/'))) throw new ShellError('error.noFolderAs', { name: last })
    if (!isInto && !(await attempt(last, () => tree.checkFolderAround(target)))) return
    const isDeep = action === 'rename' || options.has('r') || options.has('R') || options.has('a')
    for (const source of sources) {
      await attempt(source, async () => {
        const from = tree.resolve(source)
        const found = await tree.stat(from)
        if (found.kind === 'folder' && !isDeep) throw new ShellError('error.needsDeepCopy')
        const to = isInto ? childOf(target, nameOf(from)) : target
        const there = await tree.statIfThere(to)
        if (there !== null && options.has('n')) return
        if (there !== null && there.kind !== found.kind)
          throw new ShellError(there.kind === 'file' ? 'error.isFileAs' : 'error.isFolderAs', { name: to })
        if (from === to) throw new ShellError('error.same')
        await change(context, { from, to, override: there !== null, action })
      })
    }
  }
}

/** Waits for the commit. If the client leaves, the operation is cancelled if possible. */
async function change(
  { services, actor, signal }: Context,
  { from, to, override, action }: { from: UserPath; to: UserPath; override: boolean; action: Kind['action'] },
): Promise<void> {
  signal.throwIfAborted()
  const running = await services.files.change(actor, {
    action,
    source: from,
    destination: to,
    override,
    rename: false,
    history: false,
  })
  if (running === null) return
  const cancel = () => void services.operations.cancel(actor, running.id).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await running.committed
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
