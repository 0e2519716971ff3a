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

/** Runs a program to its end. Returns whether it succeeded. */
export async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    return (await (await startChild(command, { command, args, env })).exited).code === 0
  } catch {
    return false
  }
}
