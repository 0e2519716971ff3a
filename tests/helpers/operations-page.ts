// The commands of docs/operations.md, and which tests run them: those of the API beside a household, those of the chart
// as far as no cluster is needed, those of the cluster.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../../scripts/lib/places.ts'
import { commandsOf, type DocCommand } from './doc-commands.ts'

/**
 * What a command needs. `household`: a Nido at work. `nothing`: it changes a text. `cluster`: a Kubernetes with a
 * release of the chart.
 */
export type Need = 'household' | 'nothing' | 'cluster'

export interface OperationsCommand extends DocCommand {
  need: Need
  /** The heading that it stands below. */
  part: string
  /** Whether it stands in a sentence and not in a block. */
  isInline: boolean
}

const NEEDS: Record<string, Need> = {
  nido: 'household',
  make: 'household',
  node: 'household',
  sed: 'nothing',
  helm: 'cluster',
  kubectl: 'cluster',
}

export const readOperationsPage = (): Promise<string> => readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8')

/** All commands, in the order of the page. @throws Error for one of a program that no test runs */
export async function operationsCommands(): Promise<OperationsCommand[]> {
  const parts = (await readOperationsPage()).split(/^(?=##? )/m)
  return parts.flatMap((text) => {
    const part = /^##? (.*)$/m.exec(text)?.[1] ?? ''
    const inBlocks = commandsOf(text).map((command) => ({ ...command, isInline: false }))
    const inline = inlineCommandsOf(text).map((command) => ({ ...command, isInline: true }))
    return [...inBlocks, ...inline].map((command) => ({ ...command, part, need: needOf(command) }))
  })
}

/** Commands in sentences and tables, each once: those with words after the name of a program. */
function inlineCommandsOf(text: string): DocCommand[] {
  const spans = [...text.matchAll(/`((?:nido|make|node|sed|helm|kubectl) [^`\n]+)`/g)].map(([, line = '']) => line)
  return commandsOf(`\`\`\`sh\n${[...new Set(spans)].join('\n')}\n\`\`\`\n`)
}

function needOf({ program, line }: DocCommand): Need {
  const need = NEEDS[program]
  if (!need) throw new Error(`docs/operations.md has a command that no test runs: ${line}`)
  return need
}

/** The lines of the page with a need that are not among those that were run. */
export const notRun = async (need: Need, ran: ReadonlySet<string>): Promise<string[]> =>
  (await operationsCommands()).filter((one) => one.need === need && !ran.has(one.line)).map(({ line }) => line)
