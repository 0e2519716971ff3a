// program-build.ts NAME FOLDER: builds the API or the worker into one script, with all packages that it loads, and what
// launches it. What they start beside themselves (children and threads) are the sources.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { PROGRAM_FOLDER } from './api.ts'
import { ROOT } from './places.ts'

const SOURCES = path.join(ROOT, 'backend', 'src')
const ENTRIES: Readonly<Record<string, string>> = { api: 'main.ts', worker: 'worker.ts' }
/** Packages with machine code, which they look for in their own folders. */
const NATIVE = ['@node-rs/argon2', 'lz4-napi', 'lzma-native', 'sharp', 'snappy']

/** A module goes on to find what lies beside its source: what children and threads run, and the built page. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(SOURCES)) return null
    const source = path.relative(PROGRAM_FOLDER, id)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path.dirname(source)}')`)
      .replaceAll('import.meta.url', `new URL('${source}', import.meta.url)`)
  },
}

/**
 * One letter beyond Latin-1 would make V8 keep the whole script in twice the memory. The minifier writes such letters
 * as they are, so they are replaced after it.
 */
const plainLetters = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A script is a function, so that its launcher hands over what a module of CommonJS knows; strict, as modules are. */
const asFunction: Plugin = {
  name: 'as-function',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = `(function (require, __dirname, __filename) {'use strict';${plainLetters(file.code)}\n})`
  },
}

/** A module in a package: the package's folder, its name, and the rest of the path. */
const IN_PACKAGE = /^(.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+))(.*)$/
/** Packages that are copies of a module of Node, from this version on. */
const COPIES_OF_NODE: Readonly<Record<string, { module: string; since: number }>> = {
  'readable-stream': { module: 'node:stream', since: 4 },
}

/** A package that is installed several times in one version is taken once, and Node's own module instead of a copy. */
function takenOnce(): Plugin {
  const folders = new Map<string, string>()
  return {
    name: 'taken-once',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const [, at = '', packageName = '', rest = ''] = IN_PACKAGE.exec(found?.id ?? '') ?? []
      if (!found || packageName === '' || found.external) return found
      const { version } = JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8')) as { version: string }
      const copied = COPIES_OF_NODE[packageName]
      if (copied && source === packageName && Number.parseInt(version, 10) >= copied.since)
        return { id: copied.module, external: true }
      const id = `${packageName}@${version}`
      const folder = folders.get(id) ?? at
      folders.set(id, folder)
      return { ...found, id: folder + rest }
    },
  }
}

const [, , name = '', folder = ''] = process.argv

/** Builds one script of a module and all that it imports; names of functions stay, for the stacks of errors. */
const buildScript = (entry: string, output: { format: 'cjs' | 'es'; entryFileNames: string }, plugins: Plugin[] = []) =>
  build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    // A table of file types: the newest one will do for all who ask.
    resolve: { alias: { 'mime-db': path.join(ROOT, 'node_modules', 'mime-db') } },
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: {
        input: { [name]: entry },
        output: {
          ...output,
          codeSplitting: false,
          // Who launches a script would have to hand over how it imports, which Node calls experimental.
          dynamicImportInCjs: false,
          minify: { mangle: { keepNames: true }, compress: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })

const program = path.join(SOURCES, ENTRIES[name] ?? '')
const launcher = path.join(import.meta.dirname, 'program-launcher.ts')
await buildScript(program, { format: 'cjs', entryFileNames: '[name].script.js' }, [takenOnce(), ownPlaces, asFunction])
await buildScript(launcher, { format: 'es', entryFileNames: '[name].js' })
