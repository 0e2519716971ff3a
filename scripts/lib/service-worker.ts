// Builds the service worker, which is no part of any page: one file, whose address stays the same.
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { SERVICE_WORKER_PATH } from '../../backend/contract/push-limits.ts'
import { ROOT } from './places.ts'

const SOURCE = path.join(ROOT, 'frontend', 'src', 'service-worker', 'sw.ts')
const FILE = SERVICE_WORKER_PATH.slice(1)
/** What the worker has in the place of this name: the page that it keeps. */
const SHELL = '__SHELL__'

type Bundle = Rolldown.OutputBundle

/** The scripts and styles that a signed-in person's page starts with, the document's own script first. */
export function shellFiles(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  // By the names of vite.config.ts.
  const [entry, page] = ['main', 'app'].map((wanted) => chunks.find(({ name }) => name === wanted))
  if (entry === undefined || page === undefined) throw new Error('the page has no start, or no files')
  const seen = new Set<string>()
  const follow = (name: string) => {
    const file = bundle[name]
    if (seen.has(name) || file?.type !== 'chunk') return
    seen.add(name)
    for (const style of file.viteMetadata?.importedCss ?? []) seen.add(style)
    file.imports.forEach(follow)
  }
  follow(entry.fileName)
  follow(page.fileName)
  return [...seen]
}

export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: SOURCE, fileName: FILE })
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle[FILE]
      if (worker?.type !== 'chunk' || worker.imports.length > 0) this.error('the service worker is not one file')
      const files = shellFiles(bundle)
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      if (!worker.code.includes(SHELL)) this.error(`the service worker has no ${SHELL}`)
      worker.code = `const ${SHELL}=${JSON.stringify({ version, files })};${worker.code}`
    },
  },
}
