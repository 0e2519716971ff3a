import { describe, expect, it } from '@jest/globals'
import { Http } from './http.ts'
import { createSearchApi } from './search.ts'

const { signal } = new AbortController()

describe('asking for what a search finds', () => {
  it('names the folder, the words and how many are wanted, and hears how many there are', async () => {
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
