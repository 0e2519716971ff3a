// Another server with the protocol of MongoDB, for tests: mongo-java-server, which is in no way related to FerretDB.
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child.ts'
import { run } from './debian.ts'
import { type Server, waitFor } from './embedded.ts'
import { findFreePort, isListening } from './ports.ts'
import { cacheFolder, findOnPath, type ProgramPlaces } from './programs.ts'

const SOURCES = path.join(import.meta.dirname, '..', 'other-database')
/** What a run of the tests needs of it. */
const MEMORY = '-Xmx768m'

/**
 * The folder of its libraries, fetched once into the user's cache.
 * @throws Error in words where Java or Maven is missing, or they cannot be fetched
 */
export async function findOtherDatabase({ env, say }: ProgramPlaces): Promise<string> {
  const pom = path.join(SOURCES, 'pom.xml')
  const hash = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
  const folder = path.join(cacheFolder(env), `other-database-${hash.slice(0, 16)}`)
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (isThere) return folder
  for (const program of ['java', 'mvn'])
    if (!(await findOnPath(program, env)))
      throw new Error(`The tests on another database need ${program}: install a JDK (17 or newer) and Maven.`)
  say('Fetching mongo-java-server (another database)')
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    const copying = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`]
    if (!(await run('mvn', ['-q', '-B', '-C', '-f', pom, ...copying], env)))
      throw new Error('mongo-java-server could not be fetched: see `mvn -f scripts/other-database/pom.xml`.')
    // Another run may have been faster.
    await rename(draft, folder).catch(() => access(folder))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** Starts it on a free port. What it holds ends with it. @throws Error with its last lines if it does not start */
export async function startOtherDatabase(places: ProgramPlaces): Promise<Server> {
  const libraries = await findOtherDatabase(places)
  const port = await findFreePort()
  const child = await startChild('the other database', {
    command: 'java',
    args: [MEMORY, '-cp', path.join(libraries, '*'), path.join(SOURCES, 'Database.java'), String(port)],
    env: places.env,
  })
  await waitFor(child, () => isListening(port))
  return { url: `mongodb://127.0.0.1:${port}`, child }
}
