// One command of a line under way.
import type { Actor } from '../access/actor.ts'
import { encoded, nothing } from './bytes.ts'
import type { Stage } from '../../../contract/shell-line.ts'
import type { Command, Context, ShellServices } from './command.ts'
import type { Complaints } from './complaints.ts'
import { ShellError } from './errors.ts'
import { expandWords } from './expand.ts'
import type { Say } from './texts/say.ts'
import type { WorkingFolder } from './working-folder.ts'

/** What the commands of a line share. */
export interface LineSurroundings {
  actor: Actor
  tree: WorkingFolder
  services: ShellServices
  commands: Readonly<Record<string, Command>>
  complaints: Complaints
  say: Say
  signal: AbortSignal
  now(): number
}

export interface RunningStage {
  /** The command runs as far as this is read. It only fails when the signal aborts. */
  output: AsyncGenerator<Uint8Array>
  hasBegun: boolean
  hasFailed: boolean
}

/** The input of a command: another one, or a file. */
export type StageSource =
  | { kind: 'command'; running: RunningStage }
  | { kind: 'file'; bytes: AsyncGenerator<Uint8Array> }

export function begin(stage: Stage, source: StageSource | null, around: LineSurroundings): RunningStage {
  const running: RunningStage = { output: execute(), hasBegun: false, hasFailed: false }
  return running

  async function* execute(): AsyncGenerator<Uint8Array> {
    running.hasBegun = true
    const input = source && (source.kind === 'command' ? source.running.output : source.bytes)
    try {
      const command = Object.hasOwn(around.commands, stage.name) ? around.commands[stage.name] : undefined
      if (!command) throw new ShellError('error.noCommand')
      const args = await expandWords(stage.words, around.tree)
      yield* encoded(command.run(contextOf({ running, stage, around }, { args, input })))
    } catch (error) {
      running.hasFailed = true
      around.complaints.explain(error, `${stage.name}: `)
    } finally {
      // A command that has not started yet gets to run later, because it may do more than produce output.
      if (source?.kind !== 'command' || source.running.hasBegun) await input?.return(undefined)
    }
  }
}

function contextOf(
  { running, stage: { name }, around }: { running: RunningStage; stage: Stage; around: LineSurroundings },
  { args, input }: { args: Context['args']; input: AsyncGenerator<Uint8Array> | null },
): Context {
  const { actor, tree, services, complaints, say, signal, now } = around
  const fail = () => {
    running.hasFailed = true
  }
  return {
    args,
    input: input ?? nothing(),
    actor,
    tree,
    services,
    signal,
    now,
    say,
    fail,
    complain: (message) => {
      fail()
      complaints.add(`${name}: ${message}`)
    },
    attempt: async (operand, work) => {
      signal.throwIfAborted()
      try {
        await work()
        return true
      } catch (error) {
        fail()
        complaints.explain(error, `${name}: ${operand === '' ? '' : `${operand}: `}`)
        return false
      }
    },
  }
}
