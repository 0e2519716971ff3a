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
  /** The version of yt-dlp-ejs that it demands. */
  ejs?: string
}

/** Serves an index below `/simple` of a site. */
export const offerVersions = (site: MediaSite, offered: readonly Offered[]): Promise<void> =>
  offer(site, offered, {
    project: 'yt-dlp',
    contentsOf: ({ program, ejs }) => ({
      '__init__.py': `def main(argv=None):\n    ${program}\n`,
      METADATA: ejs === undefined ? '' : `Name: yt-dlp\nRequires-Dist: yt-dlp-ejs==${ejs}; extra == 'default'\n`,
    }),
  })

/** The same for yt-dlp-ejs, of which each version names itself as `yt_dlp_ejs.version`. */
export const offerScripts = (site: MediaSite, offered: readonly Omit<Offered, 'program'>[]): Promise<void> =>
  offer(site, offered, {
    project: 'yt-dlp-ejs',
    contentsOf: ({ version }) => ({ '__init__.py': `version = '${version}'\n`, METADATA: '' }),
  })

type Contents = Record<'__init__.py' | 'METADATA', string>

async function offer<One extends Omit<Offered, 'program'>>(
  { pages, url }: MediaSite,
  offered: readonly One[],
  { project, contentsOf }: { project: string; contentsOf(one: One): Contents },
): Promise<void> {
  const name = project.replaceAll('-', '_')
  const files = await Promise.all(
    offered.map(async (one) => {
      const bytes = await wheelOf(name, one.version, contentsOf(one))
      const filename = `${name}-${one.version}-py3-none-any.whl`
      pages.set(`/files/${filename}`, { body: bytes })
      const hashes = { sha256: one.sha256 ?? createHash('sha256').update(bytes).digest('hex') }
      return { filename, url: `${url}/files/${filename}`, hashes, 'upload-time': '2026-11-01T00:00:00Z' }
    }),
  )
  const type = 'application/vnd.pypi.simple.v1+json'
  pages.set(`/simple/${project}/`, { type, body: JSON.stringify({ name: project, files }) })
}

/** A package; `main` of yt-dlp is what its own script calls. */
async function wheelOf(name: string, version: string, contents: Contents): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-wheel-'))
  const about = `${name}-${version}.dist-info`
  try {
    for (const inside of [name, about]) await mkdir(path.join(folder, inside))
    await writeFile(path.join(folder, name, '__init__.py'), contents['__init__.py'])
    await writeFile(path.join(folder, about, 'METADATA'), contents.METADATA)
    await run('python3', ['-m', 'zipfile', '-c', 'one.whl', `${name}/`, `${about}/`], { cwd: folder })
    return await readFile(path.join(folder, 'one.whl'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
