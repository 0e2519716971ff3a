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

/**
 * What shows a seen folder without a connection, by the names of its chunks: the document's own script first, the page
 * of a signed-in person, and the parts that this page fetches as soon as it has started.
 */
const PARTS = ['main', 'app', 'KeptFolders', 'Corner']
const TEXTS = /\/texts-[^/]+\.json$/

/** The files of a build that the worker keeps from its start, and all files of texts, of which it keeps some. */
export interface Shell {
  files: string[]
  texts: string[]
}

export function shellOf(bundle: Bundle): Shell {
  const texts = Object.keys(bundle).filter((name) => TEXTS.test(name))
  const english = texts.filter((name) => name.includes('/texts-en-'))
  if (english.length === 0) throw new Error('the page has no texts')
  return { files: [...scriptsOf(bundle), ...english], texts }
}

/** The scripts and styles of `PARTS`. */
function scriptsOf(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const seen = new Set<string>()
  const follow = (name: string) => {
    const file = bundle[name]
    if (seen.has(name) || file?.type !== 'chunk') return
    seen.add(name)
    for (const style of file.viteMetadata?.importedCss ?? []) seen.add(style)
    file.imports.forEach(follow)
  }
  for (const part of PARTS) {
    const chunk = chunks.find(({ name }) => name === part)
    if (chunk === undefined) throw new Error(`the page has no ${part}`)
    follow(chunk.fileName)
  }
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
      const { files, texts } = shellOf(bundle)
      const version = createHash('sha256')
        .update([...files, ...texts].join())
        .digest('hex')
        .slice(0, 16)
      if (!worker.code.includes(SHELL)) this.error(`the service worker has no ${SHELL}`)
      worker.code = `const ${SHELL}=${JSON.stringify({ version, files, texts })};${worker.code}`
    },
  },
}
