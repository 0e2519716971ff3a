import { describe, expect, it } from '@jest/globals'
import { Http } from './http.ts'
import { createSearchApi } from './search.ts'

const { signal } = new AbortController()

describe('the hits of a search', () => {
  it('asks for a folder, words and a number of hits, and gets the number of all hits', async () => {
    const asked: string[] = []
    const hits = [{ path: 'a', dir: false, size: 1, modified: '2026-01-01T00:00:00.000Z' }]
    const http = new Http('', async (input) => {
      asked.push(String(input))
      return Response.json(hits, { headers: { 'X-Total-Count': '12' } })
    })
    const found = await createSearchApi(http).find('/Photos 1', { query: 'x y', limit: 5, signal })
    expect(found).toEqual({ hits, total: 12 })
    expect(asked).toEqual(['/api/search/Photos%201?query=x+y&limit=5'])
  })
})
