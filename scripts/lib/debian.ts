// Debian packages, which a test run may install if it needs no permission: as root, as on build servers.
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child.ts'
import { cacheFolder, findOnPath, type ProgramPlaces } from './programs.ts'

/** Installs a package. Returns false if that is not possible or failed. */
export async function installPackage(
  name: string,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<boolean> {
  if (process.getuid?.() !== 0 || !(await findOnPath('apt-get', env))) return false
  say(`Installing ${name} (apt-get install ${name})`)
  const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    (await run('apt-get', ['update', '-qq'], apt)) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], apt)
  )
}

/**
 * Fetches packages and unpacks them into a folder, without installing them. That needs no permission. Returns false if
 * that failed.
 */
export async function unpackPackages(
  names: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  const inFolder = (script: string) => run('sh', ['-c', `cd "$0" && ${script}`, folder, ...names], apt)
  // apt-get puts packages where it is started.
  const fetchAll = () => inFolder('apt-get download -qq "$@"')
  const isFetched = (await fetchAll()) || ((await run('apt-get', ['update', '-qq'], apt)) && (await fetchAll()))
  return isFetched && inFolder('for package in *.deb; do dpkg-deb -x "$package" . || exit 1; done')
}

export interface Unpacked {
  /** Of the program, in messages and in the cache. */
  name: string
  packages: readonly string[]
  /** A file without which it is not whole. */
  lastFile: string
}

/**
 * The folder in the user's cache into which packages are unpacked, once. That needs no permission.
 * @throws Error in words where there are no Debian packages
 */
export async function findUnpacked(
  { env, say }: ProgramPlaces,
  { name, packages, lastFile }: Unpacked,
): Promise<string> {
  const folder = path.join(cacheFolder(env), name)
  if (await isThere(path.join(folder, lastFile))) return folder
  if (!(await findOnPath('apt-get', env))) throw new Error(`The tests need ${name} of Debian, and apt-get to get it.`)
  say(`Fetching ${name}`)
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    if (!(await unpackPackages(packages, draft, env))) throw new Error(`${name} could not be fetched.`)
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another run may have been faster.
      if (!(await isThere(path.join(folder, lastFile)))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Fetches packages and all that they need and the machine lacks, and unpacks them into a folder, without installing
 * them: no service is started, and no other package has to make room. Returns false if that failed.
 */
export async function unpackWithDependencies(
  names: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const apt = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  const archives = path.join(folder, 'archives')
  await mkdir(path.join(archives, 'partial'), { recursive: true })
  const options = ['-y', '-qq', '--no-install-recommends', '--download-only', '-o', `Dir::Cache::archives=${archives}/`]
  // The lock is for those who install.
  const fetchAll = () => run('apt-get', ['install', ...options, '-o', 'Debug::NoLocking=1', ...names], apt)
  const isFetched = (await fetchAll()) || ((await run('apt-get', ['update', '-qq'], apt)) && (await fetchAll()))
  const unpack = 'for package in archives/*.deb; do dpkg-deb -x "$package" . || exit 1; done && rm -r archives'
  return isFetched && run('sh', ['-c', `cd "$0" && ${unpack}`, folder], apt)
}

/** Runs a program to its end. Returns whether it succeeded. */
export async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    return (await (await startChild(command, { command, args, env })).exited).code === 0
  } catch {
    return false
  }
}
