import type { Found } from '../../../backend/contract/search.ts'
import { encodePath } from '../lib/paths.ts'
import { ApiError, type Http } from './http.ts'

/** Searching by name (api-contract 5). */
export function createSearchApi(http: Http) {
  return {
    /**
     * The matches below a folder, in batches as they arrive; paths are relative to the folder. Leaving the loop ends
     * the search on the server.
     * @throws ApiError `badRequest` for an invalid filter, `network` if the answer breaks off
     */
    async *find(folder: string, query: string, signal: AbortSignal): AsyncGenerator<Found[]> {
      const headers = { Accept: 'application/x-ndjson, application/problem+json' }
      const { body } = await http.request('GET', `/api/search${encodePath(folder)}`, {
        query: { query },
        headers,
        signal,
      })
      if (body !== null) yield* linesOf(body, signal)
    },
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Found[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = lines.pop() ?? ''
      const found = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Found)
      if (found.length > 0) yield found
      if (done) return
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new ApiError(0, 'network', '000 No connection', { cause })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
