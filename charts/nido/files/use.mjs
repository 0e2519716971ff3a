// `helm test`: uses Nido as a person does. Signs in, uploads, downloads, compares, imports if there is what to import,
// and leaves nothing behind.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const { NIDO_URL, NIDO_USERNAME, NIDO_PASSWORD, NIDO_IMPORT_URL } = process.env
const FOLDER = `/helm-test-${randomBytes(6).toString('hex')}`
const BYTES = randomBytes(12 << 20)
const IMPORT_MS = 120_000

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Sends a request. @throws Error unless the answer is a success */
async function ask(method, path, { body, token } = {}) {
  const headers = {
    ...(token && { 'X-Auth': token }),
    ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
  }
  const answer = await fetch(`${NIDO_URL}${path}`, { method, body, headers })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
  return answer
}

async function importOne(token) {
  const body = JSON.stringify({ links: [NIDO_IMPORT_URL], kind: 'link', target: FOLDER, again: true })
  const { items } = await (await ask('POST', '/api/imports', { body, token })).json()
  if (!items[0]) throw new Error('the import was refused')
  for (const end = Date.now() + IMPORT_MS; Date.now() < end; await sleep(1000)) {
    const { state, error } = await (await ask('GET', `/api/imports/${items[0].id}`, { token })).json()
    if (state === 'done') return
    if (state === 'failed') throw new Error(`the import failed: ${error?.code} ${error?.detail}`)
  }
  throw new Error('the import took longer than two minutes')
}

async function use(token) {
  await ask('POST', `/api/resources${FOLDER}/`, { token })
  try {
    await ask('POST', `/api/resources${FOLDER}/a.bin`, { body: BYTES, token })
    const found = Buffer.from(await (await ask('GET', `/api/raw${FOLDER}/a.bin`, { token })).arrayBuffer())
    if (hash(found) !== hash(BYTES)) throw new Error('what was downloaded is not what was uploaded')
    console.log(`uploaded, downloaded and compared ${BYTES.length} bytes`)
    if (!NIDO_IMPORT_URL) return
    await importOne(token)
    console.log(`imported ${NIDO_IMPORT_URL}`)
  } finally {
    await ask('DELETE', `/api/resources${FOLDER}/`, { token })
  }
}

const page = await (await ask('GET', '/')).text()
const script = /src="([^"]+\/static\/assets\/[^"]+\.js)"|src="(\/static\/assets\/[^"]+\.js)"/.exec(page)
if (!script) throw new Error('the page has no script')
const file = await fetch(new URL(script[1] ?? script[2], NIDO_URL))
if (!file.ok) throw new Error(`the script of the page: ${file.status}`)
console.log('the page is there')
const credentials = JSON.stringify({ username: NIDO_USERNAME, password: NIDO_PASSWORD, recaptcha: '' })
await use(await (await ask('POST', '/api/login', { body: credentials })).text())
console.log('Nido works')
