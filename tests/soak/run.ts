// `make soak`: random clients against two processes whose servers are killed, put to sleep and not answered, checked
// against a plain model. A difference is printed with its seed, and the seed plays the same steps again.
import { Difference } from './difference.ts'
import { Figures } from './figures.ts'
import { readOptions } from './options.ts'
import { runRounds } from './rounds.ts'
import { openSite } from './site.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<boolean> {
  const options = readOptions(process.argv.slice(2))
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

const isGood = await main().catch((error: unknown) => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return false
})
say(isGood ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exit(isGood ? 0 : 1)
