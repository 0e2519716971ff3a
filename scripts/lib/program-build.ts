// program-build.ts NAME FOLDER: builds the API or the worker into one script, with all packages that it loads. What
// they start beside themselves (children and threads) are the sources.
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { ROOT } from './places.ts'
import { PROGRAM_FOLDER } from './program.ts'

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
const plainLetters: Plugin = {
  name: 'plain-letters',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\x7f]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

const [, , name = '', folder = ''] = process.argv
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  plugins: [ownPlaces, plainLetters],
  ssr: { noExternal: true, external: NATIVE },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: 'esnext',
    rolldownOptions: {
      input: { [name]: path.join(SOURCES, ENTRIES[name] ?? '') },
      // Names stay, for the stacks of errors.
      output: {
        codeSplitting: false,
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})
