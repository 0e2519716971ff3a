import { describe, expect, it } from '@jest/globals'
import type { Found } from '../../../backend/contract/search.ts'
import { Http } from './http.ts'
import { createSearchApi } from './search.ts'

const { signal } = new AbortController()

/** A server that sends these pieces, one at a time. */
function serve(pieces: (string | Error)[]) {
  const asked: string[] = []
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece === undefined) controller.close()
      else if (piece instanceof Error) controller.error(piece)
      else controller.enqueue(new TextEncoder().encode(piece))
    },
    cancel: () => void (isCancelled = true),
  })
  const http = new Http('', async (input) => {
    asked.push(String(input))
    return new Response(body)
  })
  return { find: createSearchApi(http).find, asked, isCancelled: () => isCancelled }
}

async function all(bunches: AsyncIterable<Found[]>): Promise<string[][]> {
  const read: string[][] = []
  for await (const bunch of bunches) read.push(bunch.map(({ path }) => path))
  return read
}

describe('reading what a search finds', () => {
  it('hands on whole lines, however they were cut on their way', async () => {
    const { find, asked } = serve([
      '{"path":"a","dir":false}\n{"path":"b',
      '","dir":true}\n',
      '{"path":"é","dir":false}\n',
    ])
    expect(await all(find('/Photos 1', 'x y', signal))).toEqual([['a'], ['b'], ['é']])
    expect(asked).toEqual(['/api/search/Photos%201?query=x+y'])
  })

  it('knows an answer without anything', async () => {
    expect(await all(serve([]).find('/', 'x', signal))).toEqual([])
  })

  it('calls an answer that breaks off a lost connection', async () => {
    const { find } = serve(['{"path":"a","dir":false}\n', new TypeError('broken')])
    await expect(all(find('/', 'x', signal))).rejects.toMatchObject({ code: 'network' })
  })

  it('lets the server go when enough is read', async () => {
    const { find, isCancelled } = serve([
      '{"path":"a","dir":false}\n',
      '{"path":"b","dir":false}\n',
      '{"path":"c","dir":false}\n',
    ])
    for await (const _ of find('/', 'x', signal)) break
    expect(isCancelled()).toBe(true)
  })
})
