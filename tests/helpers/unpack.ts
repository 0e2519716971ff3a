// Unpacks archives with the tools that the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Entry name → content: the text of a short file, the SHA-256 of a longer one, null for a folder. Folder names end in a
 * slash.
 */
export type Unpacked = Record<string, string | null>

interface Tool {
  name: string
  args(archive: string, folder: string): string[]
}

const UNPACK_ZIP = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])'
const ZIP_TOOLS: Tool[] = [
  { name: 'unzip', args: (archive, folder) => ['-q', archive, '-d', folder] },
  { name: 'bsdtar', args: (archive, folder) => ['-xf', archive, '-C', folder] },
  { name: 'python3', args: (archive, folder) => ['-c', UNPACK_ZIP, archive, folder] },
]
const TAR_TOOLS: Tool[] = [
  { name: 'tar', args: (archive, folder) => ['-xf', archive, '-C', folder] },
  { name: 'bsdtar', args: (archive, folder) => ['-xf', archive, '-C', folder] },
]
const LONGEST_TEXT = 200

/** Runs a program; null if the machine does not have it. Its output is UTF-8. */
export function run(
  program: string,
  args: string[],
  input?: Buffer,
): { status: number | null; stdout: Buffer; stderr: string } | null {
  const done = spawnSync(program, args, {
    input,
    maxBuffer: 1 << 30,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: os.homedir(), LC_ALL: 'C.UTF-8' },
  })
  if (done.error && 'code' in done.error && done.error.code === 'ENOENT') return null
  return { status: done.status, stdout: done.stdout, stderr: `${done.error?.message ?? ''}${done.stderr}` }
}

/**
 * Unpacks an archive with every available tool, by the tool's name.
 * @throws Error if one of them refuses it
 */
export function unpackWithTools(archive: Buffer, kind: 'zip' | 'tar'): Record<string, Unpacked> {
  const results: Record<string, Unpacked> = {}
  for (const tool of kind === 'zip' ? ZIP_TOOLS : TAR_TOOLS) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'nido-unpack-'))
    try {
      const file = path.join(folder, `archive.${kind}`)
      const place = path.join(folder, 'out')
      writeFileSync(file, archive)
      run('mkdir', [place])
      const done = run(tool.name, tool.args(file, place))
      if (done === null) continue
      if (done.status !== 0) throw new Error(`${tool.name} refuses the ${kind}: ${done.stderr}`)
      results[tool.name] = lookInto(place)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return results
}

function lookInto(folder: string): Unpacked {
  const found: Unpacked = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) found[`${name}/`] = null
    else found[name] = describeBytes(readFileSync(file))
  }
  return found
}

/** How `Unpacked` represents bytes. */
export function describeBytes(bytes: Buffer): string {
  return bytes.length <= LONGEST_TEXT ? bytes.toString() : createHash('sha256').update(bytes).digest('hex')
}
