// `make test`: node scripts/test.ts [STAGE ...] [-- arguments for the test tool]
// Runs the stages in two lanes, prints their counts, and ends with `N passed, N failed`.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { prepareCluster } from '../tests/cluster/prepare.ts'
import { startAlternator } from '../tests/helpers/alternator.ts'
import { handOnBrowser } from '../tests/helpers/browser.ts'
import { leaksIn } from '../tests/helpers/leaks.ts'
import { siteEnvironment, startNido, type Nido } from '../tests/helpers/nido.ts'
import { handOn, serversEnvironment, startServers, type Servers } from '../tests/helpers/servers.ts'
import { findChromium } from './lib/chromium.ts'
import { environment } from './lib/environment.ts'
import { buildEmulator } from './lib/emulator.ts'
import { findFirefox, findWebKit } from './lib/engines.ts'
import { findFfmpeg } from './lib/ffmpeg.ts'
import { installFonts } from './lib/fonts.ts'
import { findHaproxy } from './lib/haproxy.ts'
import { findChartTools, findHelm } from './lib/kubernetes-programs.ts'
import { findNginx } from './lib/nginx.ts'
import { findOtherDatabase, startOtherDatabase } from './lib/other-database.ts'
import { buildPage } from './lib/page.ts'
import { ROOT } from './lib/places.ts'
import { buildPrograms } from './lib/program.ts'
import { findRclone, findVersitygw } from './lib/programs.ts'
import { findPromtool } from './lib/promtool.ts'
import type { Count, Need, Stage } from './lib/stage.ts'
import { STAGES } from './lib/stages.ts'
import { findYtDlp } from './lib/yt-dlp.ts'
import { closingLines, describeCount, hasFailed } from './lib/summary.ts'

const NAME_WIDTH = 12

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The environment of a stage, and how to end what was started for it. */
interface Place {
  env: NodeJS.ProcessEnv
  /** Reports problems that were found during the stage. */
  leave(): Promise<string[]>
}

interface Prepared {
  /** Starts what a stage has for itself. Not before its turn, because idle servers take processor time too. */
  enter(stage: Stage): Promise<Place>
  stop(): Promise<void>
}

const plainPlace = async (): Promise<Place> => ({ env: environment(), leave: async () => [] })

/** Builds and installs what the stages need, and starts the servers that they share. */
async function prepare(stages: Stage[]): Promise<Prepared> {
  const needs = (what: Need) => stages.some((stage) => stage.needs.has(what))
  if (needs('media')) await findFfmpeg(environment(), say)
  if (needs('videos') && !(await findYtDlp({ env: environment(), say }))) say('Tests of importing videos are skipped.')
  if (needs('others')) {
    await findVersitygw({ env: environment(), say })
    await findRclone({ env: environment(), say })
    await findNginx({ env: environment(), say })
    await findPromtool({ env: environment(), say })
  }
  if (needs('edge')) {
    await findHelm({ env: environment(), say })
    await findNginx({ env: environment(), say })
    await findHaproxy({ env: environment(), say })
  }
  if (needs('otherDatabase')) await findOtherDatabase({ env: environment(), say })
  if (needs('chart')) await findChartTools({ env: environment(), say })
  if (needs('cluster')) await prepareCluster({ env: environment(), say })
  if (needs('browser')) {
    handOnBrowser(await findChromium(environment(), say))
    await installFonts(environment(), say)
  }
  if (needs('engines')) {
    await findFirefox({ env: environment(), say })
    await findWebKit({ env: environment(), say })
  }
  if (!needs('page')) return { enter: plainPlace, stop: async () => undefined }
  await buildPage(say)
  await buildPrograms(say)
  await buildEmulator(say)
  const servers = await startServers()
  handOn(servers)
  const enter = (stage: Stage) =>
    stage.needs.has('otherDatabase')
      ? startOnOtherDatabase(stage, servers)
      : stage.needs.has('site')
        ? startSite(stage, servers)
        : plainPlace()
  return { enter, stop: servers.stop }
}

/** A Nido for the stage on another database. */
async function startOnOtherDatabase(stage: Stage, servers: Servers): Promise<Place> {
  const database = await startOtherDatabase({ env: environment(), say })
  const { env, leave } = await startSite(stage, { ...servers, mongoUrl: database.url })
  const end = async () => {
    const troubles = await leave()
    await database.child.stop()
    return troubles
  }
  return { env, leave: end }
}

/** A Nido for the stage, behind one address. */
async function startSite(stage: Stage, servers: Servers): Promise<Place> {
  const nido = await startNido({ servers, isWatched: true })
  const door = await startAlternator(nido.urls, Number(environment()['NIDO_DELAY_MS'] ?? 0))
  return {
    env: { ...environment(), ...serversEnvironment(servers), ...siteEnvironment({ ...nido, door: door.url }) },
    leave: async () => {
      await door.stop()
      const troubles = await keepLogs(nido, stage)
      await nido.stop()
      return troubles
    },
  }
}

/**
 * Writes the logs of the API processes for whoever investigates a failure, and reports processes that died. Returns
 * which secrets are in the logs (K02).
 */
async function keepLogs(nido: Nido, stage: Stage): Promise<string[]> {
  const folder = path.join(ROOT, 'test-results')
  await mkdir(folder, { recursive: true })
  const leaks: string[] = []
  for (const [index, replica] of nido.replicas.entries()) {
    const file = path.join(folder, `${stage.name}-site-${index + 1}.log`)
    await writeFile(file, `${replica.log.join('\n')}\n`)
    if (!replica.isRunning()) say(`API process ${index + 1} of ${stage.name} ended by itself: see ${file}`)
    leaks.push(
      ...leaksIn(replica.log, nido).map(
        (leak) => `K02 ✗ the log of API process ${index + 1} of ${stage.name} holds ${leak}: see ${file}`,
      ),
    )
  }
  return leaks
}

/** Runs one stage. If several run, each line begins with the name of its stage. */
async function runStage(
  stage: Stage,
  { env, extra, isInCompany }: { env: NodeJS.ProcessEnv; extra: string[]; isInCompany: boolean },
): Promise<Count> {
  const began = performance.now()
  const tell = isInCompany ? (line: string) => say(`${stage.name.padEnd(NAME_WIDTH)}│ ${line}`) : say
  tell(`── ${stage.name} ──`)
  const count = await stage.run({ env, extra, isFull: Boolean(env['NIDO_FULL']), say: tell })
  if (count.passed + count.failed === 0 && !(count.skipped > 0 && (stage.isExtra || stage.canBeSkipped))) {
    tell(`${stage.name} ran no test, which counts as a failure.`)
    count.failed = 1
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  tell(`── ${stage.name}: ${describeCount(count)} (${seconds} s)`)
  return count
}

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const border = words.indexOf('--')
  const [names, extra] = border < 0 ? [words, []] : [words.slice(0, border), words.slice(border + 1)]
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name))
  if (unknown.length > 0)
    throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${STAGES.map((stage) => stage.name).join(', ')}.`)
  const isFull = Boolean(environment()['NIDO_FULL'])
  const isDefault = ({ isLong, isExtra }: Stage) => !isExtra && (isFull || !isLong)
  const stages = STAGES.filter((stage) => (names.length === 0 ? isDefault(stage) : names.includes(stage.name)))
  const began = performance.now()
  const { enter, stop } = await prepare(stages)
  const lanes = [1, 2].map((lane) => stages.filter((stage) => stage.lane === lane))
  const company = { extra: stages.length === 1 ? extra : [], isInCompany: lanes.every((lane) => lane.length > 0) }
  const counts = new Map<Stage, Count>()
  const troubles: string[] = []
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const stage of lane) {
          const { env, leave } = await enter(stage)
          try {
            counts.set(stage, await runStage(stage, { ...company, env }))
          } finally {
            troubles.push(...(await leave()))
          }
        }
      }),
    )
  } finally {
    await stop()
  }
  const ended = stages.map((stage) => ({ name: stage.name, count: counts.get(stage) ?? null }))
  const run = { stages: ended, troubles, seconds: (performance.now() - began) / 1000 }
  closingLines(run).forEach(say)
  return hasFailed(run) ? 1 : 0
}

process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    say('0 passed, 1 failed')
    return 1
  }),
)
