import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where `npm run dev` finds the API; the page itself never asks another origin.
const API = process.env['NIDO_API'] ?? 'http://127.0.0.1:8080'

/** What a visit begins with: the page itself, then the files of a person or a guest's page. */
const MAIN = /\/frontend\/src\/main\.tsx$/
const FIRST_SCREENS = {
  files: /\/scenes\/(?:frame\/Frame|files\/FilesScene)\.tsx$/,
  guest: /\/scenes\/share\/ShareScene\.tsx$/,
}

const CHUNKS = ['ground', 'core', 'files-guest', 'files', 'guest']

type GetModule = (id: string) => { importers: readonly string[] } | null

/** Whether a module comes with another one, because that imports it or imports what does. */
function comesWith(id: string, root: RegExp, get: GetModule, seen = new Set<string>()): boolean {
  if (root.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (get(id)?.importers ?? []).some((importer) => comesWith(importer, root, get, seen))
}

/**
 * The chunk of a module, so that the first screens take few requests: packages change seldom and stand apart; what both
 * screens need is neither's. Null where the builder finds one.
 */
function chunkOf(id: string, get: GetModule): string | null {
  if (comesWith(id, MAIN, get)) return id.includes('/node_modules/') ? 'ground' : 'core'
  const screens = Object.entries(FIRST_SCREENS).filter(([, root]) => comesWith(id, root, get))
  return screens.length === 0 ? null : screens.map(([name]) => name).join('-')
}

export default defineConfig(({ command }) => ({
  root: 'frontend',
  base: command === 'serve' ? '/' : './',
  plugins: [react()],
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    // What comes with what, for scripts/lib/page-budget.ts.
    manifest: true,
    chunkSizeWarningLimit: 1000,
    assetsDir: 'static/assets',
    target: 'es2022',
    // Older targets would have light-dark() decided once for the page; a stage that is dark in both themes needs it
    // where it is used.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A font or picture inside a style sheet would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What more screens need goes first: a group takes along what its modules import.
            ...CHUNKS.map((name, index) => ({
              name: (id: string, context: { getModuleInfo: GetModule }) =>
                chunkOf(id, (other) => context.getModuleInfo(other)) === name ? name : null,
              debugName: name,
              test: /\.[jt]sx?$|\.mjs$|\.json$/,
              priority: CHUNKS.length + 1 - index,
            })),
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
  server: { proxy: { '/api': { target: API, ws: true } } },
}))
