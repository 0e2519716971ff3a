// `make soak`: random clients against two processes, while servers are killed, paused and left without answers. A plain
// model checks the results. A difference is printed with its seed, and the seed repeats the same steps. With `--fuzz`
// the parsers of foreign bytes are tested instead.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { houseBucket } from '../../backend/src/storage/paths.ts'
import { openS3 } from '../helpers/s3.ts'
import { fuzz } from '../fuzz/run.ts'
import { Difference } from './difference.ts'
import { Figures } from './figures.ts'
import { type Options, readOptions } from './options.ts'
import { runRounds } from './rounds.ts'
import { openSite, type Site } from './site.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const RESULTS = path.join(import.meta.dirname, '..', '..', 'test-results')

/** Keeps the processes' logs and a list of every version in S3, for whoever investigates. */
async function keepTraces(site: Site): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  const logs = [...site.nido.replicas.map((replica) => replica.log), ...site.pastLogs]
  for (const [index, log] of logs.entries())
    await writeFile(path.join(RESULTS, `soak-${index + 1}.log`), `${log.join('\n')}\n`)
  await writeFile(path.join(RESULTS, 'soak-versions.txt'), await describeVersions(site))
}

/**
 * One line for each version: bucket, key, version, kind and size. Covers a person's bucket and what was moved aside
 * from it, up to 1,000 each.
 */
async function describeVersions({ servers, nido: { bucketPrefix } }: Site): Promise<string> {
  const s3 = openS3(servers)
  const system = houseBucket(bucketPrefix, 'system')
  const lines: string[] = []
  for (const bucket of await s3.buckets(bucketPrefix)) {
    if (bucket === system) continue
    const aside = await s3.versions(system, `history/${bucket}/`)
    for (const { key, versionId, isLatest, isMarker, size } of [...(await s3.versions(bucket)), ...aside])
      lines.push(`${bucket} ${key} ${versionId} ${isLatest ? 'latest' : 'older'} ${isMarker ? 'marker' : size}`)
  }
  s3.close()
  return `${lines.join('\n')}\n`
}

async function soak(options: Options): Promise<boolean> {
  const { seed, seconds, hasFaults, part, without } = options
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
    await keepTraces(site)
    if (!(error instanceof Difference)) throw error
    say(`DIFFERENCE with the seed ${seed}: ${error.message}`)
    say(
      `Again: make soak ARGS="--seed ${seed} --seconds ${seconds}${hasFaults ? '' : ' --no-faults'}` +
        `${part === null ? '' : ` --part ${part}`}${without === null ? '' : ` --without ${without}`}"`,
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
