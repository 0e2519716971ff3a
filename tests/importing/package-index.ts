// An index of Python packages on this machine, with versions of a yt-dlp that does nothing but name itself.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { MediaSite } from './media-site.ts'

const run = promisify(execFile)

export interface Offered {
  /** As the index writes it. */
  version: string
  /** What its program does when it is called, in Python. */
  program: string
  /** The SHA-256 that the index states, if it is not that of the package. */
  sha256?: string
}

/** Serves an index below `/simple` of a site. */
export async function offerVersions({ pages, url }: MediaSite, offered: readonly Offered[]): Promise<void> {
  const files = await Promise.all(
    offered.map(async ({ version, program, sha256 }) => {
      const bytes = await wheelOf(program)
      const filename = `yt_dlp-${version}-py3-none-any.whl`
      pages.set(`/files/${filename}`, { body: bytes })
      const hashes = { sha256: sha256 ?? createHash('sha256').update(bytes).digest('hex') }
      return { filename, url: `${url}/files/${filename}`, hashes, 'upload-time': '2026-11-01T00:00:00Z' }
    }),
  )
  const type = 'application/vnd.pypi.simple.v1+json'
  pages.set('/simple/yt-dlp/', { type, body: JSON.stringify({ name: 'yt-dlp', files }) })
}

/** A package whose `main` is what yt-dlp's own script calls. */
async function wheelOf(program: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-wheel-'))
  try {
    await mkdir(path.join(folder, 'yt_dlp'))
    await writeFile(path.join(folder, 'yt_dlp', '__init__.py'), `def main(argv=None):\n    ${program}\n`)
    await run('python3', ['-m', 'zipfile', '-c', 'one.whl', 'yt_dlp/'], { cwd: folder })
    return await readFile(path.join(folder, 'one.whl'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
