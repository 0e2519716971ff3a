// Requests that are never tried again, on connections of their own, while something is done to the servers.
import { randomBytes } from 'node:crypto'
import { askOnce } from './asking.ts'

const LOOPS = 3
const FILE = randomBytes(200 << 10)

export interface SteadyEnd {
  requests: number
  /** Requests that failed, with their answers. */
  failures: string[]
}

/** Lists, uploads, downloads and renames from before the task begins until it has ended. */
export async function steady(token: string, task: () => Promise<void>): Promise<SteadyEnd> {
  const end: SteadyEnd = { requests: 0, failures: [] }
  const ending = new AbortController()
  const ask = async (right: number, method: string, path: string, body?: Buffer) => {
    const began = performance.now()
    const reply = await askOnce(token, method, path, body && { body })
    end.requests += 1
    if (reply.status !== right)
      end.failures.push(`${method} ${path}: ${reply.status} after ${Math.round(performance.now() - began)} ms`)
  }
  const loop = async (index: number) => {
    const at = `/api/resources/steady-${index}`
    await ask(200, 'POST', `${at}/`)
    for (let round = 0; !ending.signal.aborted; round += 1) {
      await ask(200, 'GET', '/api/resources/')
      await ask(200, 'POST', `${at}/${round}.bin`, FILE)
      await ask(200, 'GET', `/api/raw/steady-${index}/${round}.bin`)
      const to = encodeURIComponent(`/steady-${index}/renamed-${round}.bin`)
      await ask(200, 'PATCH', `${at}/${round}.bin?action=rename&destination=${to}`)
      await ask(204, 'DELETE', `${at}/renamed-${round}.bin`)
      await ask(200, 'GET', '/login')
    }
  }
  const loops = Array.from({ length: LOOPS }, (_, index) => loop(index))
  try {
    await task()
  } finally {
    ending.abort()
    await Promise.all(loops)
  }
  return end
}
