import { describe, expect, it } from '@jest/globals'
import { ApiError, codeOfStatus, Http } from './http.ts'

function httpThat(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  return new Http('/cloud', async (input, init) => await answer(String(input), init ?? {}))
}

describe('a call of the page', () => {
  it('carries the token and asks below the base path', async () => {
    const http = httpThat((url, init) =>
      Response.json({
        url,
        auth: new Headers(init.headers).get('X-Auth'),
        accept: new Headers(init.headers).get('Accept'),
      }),
    )
    http.token = 'a.b.c'
    expect(await http.json('GET', '/api/users', { query: { a: 'b c', left: undefined } })).toEqual({
      url: '/cloud/api/users?a=b+c',
      auth: 'a.b.c',
      accept: 'application/json, application/problem+json',
    })
  })

  it('tells what the server refused, by its code', async () => {
    const http = httpThat(() =>
      Response.json(
        { code: 'goneMeanwhile', detail: 'too late', status: 409 },
        { status: 409, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '7' } },
      ),
    )
    const error = await http.request('PATCH', '/api/x').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, code: 'goneMeanwhile', message: 'too late', retryAfter: 7 })
  })

  it('makes sense of an answer that is no problem+json, and of a proxy', async () => {
    const plain = httpThat(() => new Response('404 Not Found\n', { status: 404 }))
    await expect(plain.request('GET', '/api/x')).rejects.toMatchObject({ code: 'notFound', message: '404 Not Found' })
    expect(codeOfStatus(403)).toBe('forbidden')
    expect(codeOfStatus(502)).toBe('unavailable')
    expect(codeOfStatus(418)).toBe('badRequest')
    expect(codeOfStatus(599)).toBe('internal')
  })

  it('tells a lost connection from an answer', async () => {
    const http = httpThat(() => Promise.reject(new TypeError('fetch failed')))
    await expect(http.request('GET', '/api/x')).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  it('tells a missing download permission, which comes as 202', async () => {
    const http = httpThat(() => new Response(null, { status: 202 }))
    await expect(http.json('GET', '/api/x')).rejects.toMatchObject({ code: 'downloadDenied' })
  })

  it('leaves it to the session what a 401 and a wish for renewal mean', async () => {
    const heard: string[] = []
    const http = httpThat((url) =>
      url.endsWith('old')
        ? new Response('', { headers: { 'X-Renew-Token': 'true' } })
        : new Response('', { status: 401 }),
    )
    http.listen({ onUnauthorized: (token) => heard.push(`401 ${token}`), onRenewalAsked: () => heard.push('renew') })
    await http.request('GET', '/api/x').catch(() => undefined)
    http.token = 'a.b.c'
    await http.request('GET', '/api/old')
    await http.request('GET', '/api/x').catch(() => undefined)
    expect(heard).toEqual(['renew', '401 a.b.c'])
  })
})
