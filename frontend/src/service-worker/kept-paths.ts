// Which requests the worker answers. Paths are below the base path, as in the URL.

/** What is no page, or one that the worker must not answer: a guest's, and that of a game, with its own policy. */
const OTHERS = [
  '/api',
  '/dav',
  '/share',
  '/static',
  '/arcade/emulator',
  '/emulatorjs',
  '/.well-known',
  '/health',
  '/ready',
  '/sw.js',
  '/manifest.webmanifest',
]
/** Other content has another name. Films are not kept: they are large, and browsers ask for parts of them. */
const BY_CONTENT = /^\/static\/assets\/[^/]+-[\w-]{8}\.(?:m?js|json|css|woff2|svg|png|webp|wasm)$/

/** Where what other apps share comes to. The worker takes what is posted there, and nothing else that is posted. */
export const isForReceiving = (method: string, path: string): boolean => method === 'POST' && path === '/receive'

/** Whether an address shows the page. */
export const isOfPage = (path: string): boolean =>
  !OTHERS.some((other) => path === other || path.startsWith(`${other}/`))

/** Whether it is a file of the page that never changes. */
export const isNamedByContent = (path: string): boolean => BY_CONTENT.test(path)
