import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where `npm run dev` finds the API; the page itself never asks another origin.
const API = process.env['NIDO_API'] ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => ({
  root: 'frontend',
  base: command === 'serve' ? '/' : './',
  plugins: [react()],
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    assetsDir: 'static/assets',
    target: 'es2022',
    // Older targets would have light-dark() decided once for the page; a stage that is dark in both themes needs it
    // where it is used.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A font or picture inside a style sheet would need `data:` in the page's policy.
    assetsInlineLimit: 0,
  },
  experimental: {
    // The page is served at any depth of any base path; the server fills in the base. What scripts and styles name is
    // relative to them.
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `__BASE__/${filename}` : { relative: true }),
  },
  server: { proxy: { '/api': { target: API, ws: true } } },
}))
