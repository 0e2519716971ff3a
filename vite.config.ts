import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { LOCALES } from './backend/contract/locales.ts'
import { languageTag } from './frontend/src/i18n/languages.ts'
import { TEXT_PARTS, type TextPart, type Texts, textsOfPart } from './frontend/src/i18n/parts.ts'
import { hasWiderOne, withOnes } from './frontend/src/i18n/plural-forms.ts'
import { installedPage } from './scripts/lib/app-icons.ts'
import { flattenTexts, readLocale } from './scripts/lib/locale-texts.ts'
import { serviceWorker } from './scripts/lib/service-worker.ts'

// Where `npm run dev` finds the API; the page itself never asks another origin.
const API = process.env['NIDO_API'] ?? 'http://127.0.0.1:8080'

/** The oldest browsers that the page is for. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5']
const CSS_TARGETS = { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) }

/** The pages that a visit begins with one of; main.ts chooses. */
const MAIN = /\/frontend\/src\/main\.ts$/
const PAGES = ['app', 'guest', 'login'] as const
const pageFile = (page: string): RegExp => new RegExp(`/frontend/src/pages/${page}\\.tsx$`)

/** Every set of pages that may have modules in common, the largest first. */
const CHUNKS = ['main', 'ground', 'app-guest-login', 'app-guest', 'app-login', 'guest-login', ...PAGES]

/** The router names the files for development alone, with all their warnings. */
const ROUTER = path.join(import.meta.dirname, 'node_modules', 'react-router', 'dist', 'production')
const PRODUCTION = [
  { find: /^react-router$/, replacement: path.join(ROUTER, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: path.join(ROUTER, 'dom-export.mjs') },
]

type GetModule = (id: string) => { importers: readonly string[] } | null

/** Whether a module comes with another one, because that imports it or imports what does. */
function comesWith(id: string, root: RegExp, get: GetModule, seen = new Set<string>()): boolean {
  if (root.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (get(id)?.importers ?? []).some((importer) => comesWith(importer, root, get, seen))
}

/**
 * The chunk of a module, so that a page takes few requests and nothing that it does not need: what several pages need
 * stands apart, and packages that all need change seldom. Null where the builder finds one.
 */
function chunkOf(id: string, get: GetModule): string | null {
  if (comesWith(id, MAIN, get)) return 'main'
  const pages = PAGES.filter((page) => comesWith(id, pageFile(page), get))
  if (pages.length === PAGES.length && id.includes('/node_modules/')) return 'ground'
  return pages.length === 0 ? null : pages.join('-')
}

/** The libraries that show and edit texts. Each language is a chunk of its own. */
const CODE = new RegExp(
  [
    '/node_modules/@codemirror/(?:commands|language|language-data|search|state|view)/',
    '/node_modules/@lezer/(?:common|highlight|lr)/',
    '/node_modules/(?:crelt|style-mod|w3c-keyname)/',
    '/frontend/src/lib/code/',
  ].join('|'),
)
/** Languages that many others embed. */
const WEB =
  /\/node_modules\/@(?:codemirror\/lang-|lezer\/)(?:html|css|javascript)\/|\/@codemirror\/(?:autocomplete|lint)\//
const LANGUAGE = /\/node_modules\/@(codemirror|lezer)\/(?:legacy-modes\/mode\/)?([\w-]+)/

/** `en.json?part=login` holds the texts of one part alone. English comes with the pages. */
const textParts: Plugin = {
  name: 'text-parts',
  async load(id) {
    const [file = '', part] = id.split('?part=')
    if (part === undefined) return null
    this.addWatchFile(file)
    const texts = textsOfPart(JSON.parse(await readFile(file, 'utf8')) as Texts, part as TextPart)
    return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
  },
}

const TEXTS_ADDRESS = 'virtual:page-texts'
const TEXT_NAME = /\/page-texts\/([\w-]+)-(\w+)\.json$/

/** The texts that a page fetches, by language and part, as JSON. */
async function textFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const locale of LOCALES) {
    const texts = (await readLocale(locale)) ?? {}
    const whole = hasWiderOne(languageTag(locale)) ? withOnes(texts) : texts
    for (const part of TEXT_PARTS) files.set(`${locale}-${part}`, JSON.stringify(textsOfPart(whole, part)))
  }
  return files
}

/**
 * Puts the texts of all languages beside the scripts. All their names end in one hash, so that the pages need no list
 * of them: it would be as long as the texts for logging in.
 */
const pageTexts: Plugin = {
  name: 'page-texts',
  resolveId: (id) => (id === TEXTS_ADDRESS ? `\0${TEXTS_ADDRESS}` : null),
  async load(id) {
    if (id !== `\0${TEXTS_ADDRESS}`) return null
    if (this.environment.mode !== 'build')
      return 'export const addressOfTexts = (locale, part) => `/page-texts/${locale}-${part}.json`'
    const files = await textFiles()
    const hash = createHash('sha256')
      .update(JSON.stringify([...files]))
      .digest('hex')
      .slice(0, 8)
    for (const [name, source] of files)
      this.emitFile({ type: 'asset', fileName: `static/assets/texts-${name}-${hash}.json`, source })
    return `const here = import.meta.url
      export const addressOfTexts = (locale, part) => new URL(\`texts-\${locale}-\${part}-${hash}.json\`, here).href`
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [, locale, part] = TEXT_NAME.exec(request.url ?? '') ?? []
      if (locale === undefined) return next()
      void textFiles().then((files) => response.end(files.get(`${locale}-${part}`)), next)
    })
  },
}

/** Tells the document which languages there are, and what it says in each if no script comes. */
const firstWords: Plugin = {
  name: 'first-words',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const words = await Promise.all(
        LOCALES.map(async (locale) => {
          const texts = flattenTexts((await readLocale(locale)) ?? {})
          return [locale, [`${texts.get('failure.part') ?? ''} · `, texts.get('action.retry') ?? '']]
        }),
      )
      return html.replace('__FIRST_WORDS__', JSON.stringify(Object.fromEntries(words)).replaceAll('<', '\\u003c'))
    },
  },
}

const ICONS = /import \{([^}]+)\} from 'lucide-react'/g
const iconFile = (name: string): string =>
  name
    .replaceAll(/([a-z])(?=[A-Z0-9])/g, '$1-')
    .replaceAll(/([A-Z])(?=[A-Z][a-z])/g, '$1-')
    .toLowerCase()

/** Has each icon imported from a file of its own: by way of the package's index, all icons come with every page. */
const singleIcons: Plugin = {
  name: 'single-icons',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/frontend/src/') || !code.includes(`'lucide-react'`)) return null
    return code.replaceAll(ICONS, (_, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => name.split(' as '))
        .map(([icon = '', name = icon]) => `import ${name} from 'lucide-react/icons/${iconFile(icon)}'`)
        .join(';'),
    )
  },
}

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/

/** Takes from the icons the keys that React asks for while one develops: random letters, which no compression helps. */
const keylessIcons: Plugin = {
  name: 'keyless-icons',
  apply: 'build',
  transform: (code, id) => (ICON_FILE.test(id) ? code.replaceAll(/, key: "[^"]*"/g, '') : null),
}

const ROUTER_FILE = /\/react-router\/dist\/production\/[^/]+\.mjs$/

/**
 * Takes from the parts of the router the names that React tells while one develops, and says that making a part does
 * nothing else: so parts that the page does not use, such as forms, are left out.
 */
const namelessRouter: Plugin = {
  name: 'nameless-router',
  apply: 'build',
  transform: (code, id) =>
    ROUTER_FILE.test(id)
      ? code
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replaceAll(/^var (\w+) = (React\d*\.(?:forwardRef|memo|createContext)\()/gm, 'var $1 = /* @__PURE__ */ $2')
      : null,
}

/** Has what every page needs fetched beside the script that chooses the page, not after it. */
const earlyGround: Plugin = {
  name: 'early-ground',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.name === 'ground')
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `__BASE__/${fileName}`, nonce: '__NONCE__' },
          injectTo: 'head',
        })),
  },
}

const PDF = path.join(import.meta.dirname, 'node_modules', 'pdfjs-dist')
/**
 * Files that the PDF library fetches by name while it draws, by folder. No WebAssembly, because the policy forbids it.
 */
const PDF_PARTS = { cmaps: /\.bcmap$/, standard_fonts: /\.(?:pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ }
const PDF_ADDRESS = 'virtual:pdf-parts'

/** Puts the PDF library's character maps, fonts and decoders into a folder that is named by its version. */
const pdfParts: Plugin = {
  name: 'pdf-parts',
  resolveId: (id) => (id === PDF_ADDRESS ? `\0${PDF_ADDRESS}` : null),
  async load(id) {
    if (id !== `\0${PDF_ADDRESS}`) return null
    if (this.environment.mode !== 'build') return `export const PDF_PARTS = ${JSON.stringify(`/@fs${PDF}/`)}`
    const { version } = JSON.parse(await readFile(path.join(PDF, 'package.json'), 'utf8')) as { version: string }
    const folder = `pdf-${version}`
    for (const [name, files] of Object.entries(PDF_PARTS))
      for (const file of await readdir(path.join(PDF, name)))
        if (files.test(file))
          this.emitFile({
            type: 'asset',
            fileName: `static/assets/${folder}/${name}/${file}`,
            source: await readFile(path.join(PDF, name, file)),
          })
    // In two steps, because the builder would otherwise look for such a file.
    return `const folder = '${folder}/'; export const PDF_PARTS = new URL(folder, import.meta.url).href`
  },
}

const BOOK_FRAME = /\/foliate-js\/(?:paginator|fixed-layout)\.js$/
const BOOK_SANDBOX = "'allow-same-origin allow-scripts'"

/** Forbids scripts in the frames of books. The library allows them because of a bug in Safari. */
const quietBooks: Plugin = {
  name: 'quiet-books',
  transform(code, id) {
    if (!BOOK_FRAME.test(id)) return null
    if (!code.includes(BOOK_SANDBOX)) this.error(`${id} has another sandbox`)
    return code.replaceAll(BOOK_SANDBOX, "'allow-same-origin'")
  },
}

const MODEL_LOADER = /\/model-viewer\/lib\/three-components\/CachingGLTFLoader\.js$/
const MESHOPT = /\/three\/examples\/jsm\/libs\/meshopt_decoder\.module\.js$/
const DRACO = 'new DRACOLoader()'

/** Decodes 3D models without WebAssembly, which the policy forbids: Draco in JavaScript, Meshopt not at all. */
const plainModels: Plugin = {
  name: 'plain-models',
  transform(code, id) {
    if (MESHOPT.test(id)) return 'export const MeshoptDecoder = { supported: false }'
    if (!MODEL_LOADER.test(id)) return null
    if (!code.includes(DRACO)) this.error(`${id} makes its decoder in another way`)
    return code.replace(DRACO, `${DRACO}.setDecoderConfig({ type: 'js' })`)
  },
}

/** The script of the app, and what is there before it runs. */
const APP = /\/app-(?!guest-|login-)[^/]+\.js$/
const WITH_APP = /\/(?:main|ground|rolldown-runtime|app(?:-guest)?(?:-login)?)-[^/]{8}\.(?:js|css)$/

export default defineConfig(({ command }) => ({
  root: 'frontend',
  base: command === 'serve' ? '/' : './',
  plugins: [
    react(),
    textParts,
    pageTexts,
    firstWords,
    singleIcons,
    keylessIcons,
    namelessRouter,
    earlyGround,
    serviceWorker,
    installedPage,
    pdfParts,
    quietBooks,
    plainModels,
  ],
  resolve: { alias: command === 'build' ? PRODUCTION : [] },
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__NONCE__' },
  // It knows @custom-media. What it takes for the browsers counts before the build's own target does.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true }, targets: CSS_TARGETS } },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    // What comes with what, for scripts/lib/page-budget.ts.
    manifest: true,
    chunkSizeWarningLimit: 1000,
    assetsDir: 'static/assets',
    // Older targets would have light-dark() decided once for the page; a stage that is dark in both themes needs it
    // where it is used.
    target: BROWSERS,
    // They all know it. What the app fetches later needs no list of what the app itself has come with.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        APP.test(hostId) ? files.filter((file) => !WITH_APP.test(file)) : files,
    },
    // A font or picture inside a style sheet would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // To read a field does nothing.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            // What more screens need goes first: a group takes along what its modules import.
            ...CHUNKS.map((name, index) => ({
              name: (id: string, context: { getModuleInfo: GetModule }) =>
                chunkOf(id, (other) => context.getModuleInfo(other)) === name ? name : null,
              debugName: name,
              test: /\.[jt]sx?$|\.mjs$|\.json(?:\?|$)/,
              priority: CHUNKS.length + 1 - index,
            })),
            { name: 'code', test: CODE, priority: 3 },
            { name: 'code-web', test: WEB, priority: 3 },
            { name: (id: string) => LANGUAGE.exec(id)?.slice(1).join('-') ?? null, test: LANGUAGE, priority: 2 },
            // What several of the later parts need.
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  experimental: {
    // The page is served at any depth of any base path; the server fills in the base. What scripts and styles name is
    // relative to them.
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `__BASE__/${filename}` : { relative: true }),
  },
  server: { proxy: { '/api': { target: API, ws: true }, '/dav': { target: API }, '/emulatorjs': { target: API } } },
}))
