// Debian packages, which a test run may install if it needs no permission: as root, as on build servers.
import { startChild } from './child.ts'
import { findOnPath } from './programs.ts'

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

/** Runs a program to its end. Returns whether it succeeded. */
export async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    return (await (await startChild(command, { command, args, env })).exited).code === 0
  } catch {
    return false
  }
}
