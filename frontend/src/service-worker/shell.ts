// Keeps the page's document and files, so that it opens without a connection. Never in place of a newer one: documents
// come from the network while there is one, and a file whose content changes gets another name.
import { isForReceiving, isNamedByContent, isOfPage } from './kept-paths.ts'
import { receive } from './received.ts'
import { type Fetching, scope } from './scope.ts'

/**
 * Filled in by the build (scripts/lib/service-worker.ts): the files that the page of a signed-in person starts with,
 * the document's own script first; the texts in all languages; and a name that changes with them. So each build of the
 * page has its own worker.
 */
declare const __SHELL__: {
  version: string
  files: readonly [string, ...string[]]
  texts: readonly string[]
}

const home = scope.registration.scope
const OWN = `nido-page ${home} `
const NAME = OWN + __SHELL__.version
/** A file is the same whether it came compressed or not. */
const SAME = { ignoreVary: true }

/** Keeps document and files of one build, or nothing. @throws Error if the server has another build, or no answer */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(NAME)
  const document = await fetch(home, { cache: 'no-store' })
  if (!(await isOfThisBuild(document.clone()))) throw new Error('the server has another build of the page')
  await cache.addAll([...new Set([...__SHELL__.files, ...(await textsInUse())])].map((file) => home + file))
  await cache.put(home, document)
}

/** The texts in the languages that an earlier build has kept: after an update, the page opens in the same language. */
async function textsInUse(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME)
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  const before = new Set(kept.flat().map(({ url }) => withoutHash(url.slice(home.length))))
  return __SHELL__.texts.filter((file) => before.has(withoutHash(file)))
}

/** `static/assets/texts-es-files-0a1b2c3d.json` → `static/assets/texts-es-files`. */
const withoutHash = (file: string): string => file.replace(/-[\w-]{8}\.json$/, '')

/** Removes what earlier builds have kept. Other installations on this host have names of their own. */
export async function removeOthers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== NAME).map((name) => caches.delete(name)))
}

/** Keeps what a page has fetched before there was a worker: the list of addresses that it sends. */
export async function keepFiles(addresses: unknown): Promise<void> {
  if (!Array.isArray(addresses)) return
  const cache = await caches.open(NAME)
  for (const address of addresses.map(String))
    if (isNamedByContent(pathOf(address) ?? '') && !(await cache.match(address, SAME)))
      await cache.add(address).catch(() => undefined)
}

/** Leaves to the browser what is neither a page nor one of its files. */
export function answer(event: Fetching): void {
  const { method, mode, url, headers } = event.request
  const path = pathOf(url)
  if (path === null) return
  if (mode === 'navigate' && isForReceiving(method, path)) return event.respondWith(receive(event.request))
  if (method !== 'GET') return
  if (mode === 'navigate') {
    if (isOfPage(path)) event.respondWith(answerPage(event))
  } else if (isNamedByContent(path) && !headers.has('range')) event.respondWith(answerFile(event))
}

/** The path below the base path; null for what is elsewhere. */
function pathOf(address: string): string | null {
  if (!address.startsWith(home)) return null
  return new URL(address).pathname.slice(new URL(home).pathname.length - 1)
}

async function answerPage(event: Fetching): Promise<Response> {
  try {
    const fresh = await fetch(event.request)
    event.waitUntil(renewDocument(fresh.clone()))
    return fresh
  } catch (error) {
    const kept = await (await caches.open(NAME)).match(home)
    if (kept === undefined) throw error
    return kept
  }
}

/** The household's name, colour and icon are in the document, and it is kept with the headers that it came with. */
async function renewDocument(fresh: Response): Promise<void> {
  if (!(await isOfThisBuild(fresh.clone()))) return
  const cache = await caches.open(NAME)
  await cache.put(home, fresh).catch(() => undefined)
}

async function isOfThisBuild(document: Response): Promise<boolean> {
  const isPage = document.status === 200 && document.type === 'basic' && !document.redirected
  return isPage && (await document.text()).includes(__SHELL__.files[0])
}

async function answerFile(event: Fetching): Promise<Response> {
  const cache = await caches.open(NAME)
  const kept = await cache.match(event.request, SAME)
  if (kept !== undefined) return kept
  const fresh = await fetch(event.request)
  // Where the disk is full, it is fetched again next time.
  if (fresh.status === 200) event.waitUntil(cache.put(event.request, fresh.clone()).catch(() => undefined))
  return fresh
}
