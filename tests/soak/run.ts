// `make soak`: random clients against two processes whose servers are killed, put to sleep and not answered, checked
// against a plain model. A difference is printed with its seed, and the seed plays the same steps again. With `--fuzz`
// the parsers of foreign bytes are tried instead.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fuzz } from '../fuzz/run.ts'
import { Difference } from './difference.ts'
import { Figures } from './figures.ts'
import { type Options, readOptions } from './options.ts'
import { runRounds } from './rounds.ts'
import { openSite, type Site } from './site.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What the processes logged, for whoever looks into it. */
async function keepLogs({ nido, pastLogs }: Site): Promise<void> {
  const folder = path.join(import.meta.dirname, '..', '..', 'test-results')
  await mkdir(folder, { recursive: true })
  for (const [index, log] of [...nido.replicas.map((replica) => replica.log), ...pastLogs].entries()) {
    await writeFile(path.join(folder, `soak-${index + 1}.log`), `${log.join('\n')}\n`)
  }
}

async function soak(options: Options): Promise<boolean> {
  const { seed, seconds, hasFaults, without } = options
  say(
    `seed ${seed}, ${seconds} s, ${hasFaults ? 'with' : 'without'} faults` +
      (without === null ? '' : `, without ${without}`),
  )
  const figures = new Figures()
  const site = await openSite(without)
  try {
    await runRounds({ site, options, figures, say })
    return true
  } catch (error) {
    await keepLogs(site)
    if (!(error instanceof Difference)) throw error
    say(`DIFFERENCE with the seed ${seed}: ${error.message}`)
    say(
      `Again: make soak ARGS="--seed ${seed} --seconds ${seconds}${hasFaults ? '' : ' --no-faults'}` +
        `${without === null ? '' : ` --without ${without}`}"`,
    )
    return false
  } finally {
    for (const line of figures.lines()) say(line)
    await site.stop()
  }
}

interface Count {
  passed: number
  failed: number
}

async function main(): Promise<Count> {
  const options = readOptions(process.argv.slice(2))
  if (options.fuzz !== null) return fuzz(options.fuzz, say)
  return (await soak(options)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const { passed, failed } = await main().catch((error: unknown): Count => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return { passed: 0, failed: 1 }
})
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
