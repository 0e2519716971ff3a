import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Koa from 'koa'
import { pino } from 'pino'
import { z } from 'zod'
import { asHead, call, choice, empty, flag, jsonBody, text, word } from '../../contract/calls/call.ts'
import { JSON_MAX_BYTES, JSON_MAX_FIELDS } from '../../contract/limits.ts'
import { createMetrics } from '../lib/metrics.ts'
import { AppError } from '../lib/app-error.ts'
import { answerJson } from './answers.ts'
import { apiRouter } from './api-router.ts'
import { errorDoor } from './errors.ts'
import { prefixOf } from './asked.ts'
import { on } from './on.ts'

const common = { summary: 'Try', policy: 'public', answers: { 200: empty('It is there.') }, errors: [] } as const

const query = {
  override: flag('Replaces.'),
  fit: word('inside', 'Keeps the shape.'),
  algo: choice(['zip', 'tar'], 'The format.'),
  version: text('An id.'),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .optional(),
}
const calls = {
  query: call({ ...common, method: 'GET', path: '/api/query', query }),
  tolerant: call({ ...common, method: 'DELETE', path: '/api/query', query }),
  note: call({ ...common, method: 'GET', path: '/api/note/:id' }),
  inside: call({ ...common, method: 'GET', path: '/api/inside/:id{/*path}' }),
  picture: call({ ...common, method: 'GET', path: '/api/picture/:size/:hash{/*path}' }),
  tree: call({ ...common, method: 'GET', path: '/api/tree{/*path}', queryToken: true }),
  body: call({ ...common, method: 'POST', path: '/api/body', body: jsonBody(z.object({ name: z.string() })) }),
  optional: call({
    ...common,
    method: 'DELETE',
    path: '/api/body',
    body: { ...jsonBody(z.object({ name: z.string() })), isOptional: true },
  }),
  silent: call({ ...common, method: 'DELETE', path: '/api/silent/:id', answers: { 204: empty('It is gone.') } }),
  bytes: call({ ...common, method: 'PUT', path: '/api/body', body: { type: '*/*' } }),
}
const treeHead = asHead(calls.tree)

const routes = [
  on(calls.query, (ctx, asked) => answerJson(ctx, asked.query)),
  on(calls.tolerant, (ctx) => answerJson(ctx, 'nobody looked')),
  on(calls.note, (ctx, { params }) => answerJson(ctx, params.id)),
  on(calls.inside, (ctx, { params, path, isFolder, rest }) => answerJson(ctx, [params.id, path, isFolder, rest])),
  on(calls.picture, (ctx, { params, rest }) => answerJson(ctx, [params.size, params.hash, rest])),
  on(calls.tree, (ctx, { path, isFolder }) => answerJson(ctx, [path, isFolder])),
  on(calls.body, async (ctx, { body }) => {
    const { name } = await body()
    answerJson(ctx, name)
  }),
  on(calls.silent, async (_, { params }) => {
    if (params.id === 'none') throw new AppError('notFound', 'there is no such thing')
  }),
  on(calls.optional, async (ctx, { body }) => answerJson(ctx, (await body())?.name ?? 'nobody')),
]

let server: Server
beforeAll(async () => {
  const app = new Koa()
  app.use(errorDoor({ log: pino({ level: 'silent' }), metrics: createMetrics(), translators: [] }))
  app.use(apiRouter(routes, { admit: async () => undefined }))
  server = createServer(app.callback())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The status, and what is in the JSON of an answer, else its text. The URL is sent as it is. */
function send(method: string, path: string, body = ''): Promise<[number, unknown]> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const headers = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const said = Buffer.concat(chunks).toString()
        const isJson = res.headers['content-type']?.startsWith('application/json')
        resolve([res.statusCode ?? 0, isJson ? JSON.parse(said) : said])
      })
    })
    sent.on('error', reject).end(body)
  })
}

const get = (path: string) => send('GET', `/api/${path}`)

describe('the query of a call', () => {
  it.each([
    ['', false],
    ['?override=true', true],
    ['?override=TRUE', false],
    ['?override=1', false],
    ['?override', false],
    ['?override=', false],
    ['?override=true&override=false', true],
    ['?override=false&override=true', false],
    ['?override=nonsense&override=true', false],
  ])('a flag is exactly `true`, and the first of several counts: %s', async (asked, override) =>
    expect(await get(`query${asked}`)).toEqual([200, { override }]),
  )

  it('takes one word alone, and minds no other', async () => {
    expect(await get('query?fit=inside')).toEqual([200, { override: false, fit: 'inside' }])
    expect(await get('query?fit=Inside')).toEqual([200, { override: false }])
  })

  it('leaves a choice to whoever uses it', async () =>
    expect(await get('query?algo=rar')).toEqual([200, { override: false, algo: 'rar' }]))

  it('has texts as they were sent, decoded once, and nothing that is not declared', async () =>
    expect(await get('query?version=a+%252F&auth=a.b.c&__proto__=1')).toEqual([
      200,
      { override: false, version: 'a %2F' },
    ]))

  it('is made what its schemas make of it, and refused where they do', async () => {
    expect(await get('query?limit=12&limit=x')).toEqual([200, { override: false, limit: 12 }])
    expect(await get('query?limit=x&limit=12')).toEqual([400, '400 Bad Request (invalid value: limit)\n'])
    expect((await get('query?version=%ff'))[0]).toBe(400)
  })

  it('is not read where nobody looks at it', async () =>
    expect(await send('DELETE', '/api/query?limit=x&version=%ff')).toEqual([200, 'nobody looked']))
})

describe('the path of a call', () => {
  it('has decoded params where no person’s path follows', async () =>
    expect(await get('note/a%2Fb')).toEqual([200, 'a/b']))

  it('has them as they were sent before a person’s path, whose slash may be encoded', async () => {
    expect(await get('inside/1%2d2')).toEqual([200, ['1%2d2', '/', true, '']])
    expect(await get('inside/12/a%20b/c')).toEqual([200, ['12', '/a b/c', false, '/a%20b/c']])
    expect(await get('inside/12%2Fa%2F')).toEqual([200, ['12', '/a', true, '%2Fa%2F']])
    expect(await get('picture/big/abc/d%2Fe.png?x=/')).toEqual([200, ['big', 'abc', '/d%2Fe.png']])
    expect(await get('picture/big/abc%2Fd')).toEqual([200, ['big', 'abc', '%2Fd']])
  })

  it('is a person’s, taken from the raw URL', async () => {
    expect(await get('tree')).toEqual([200, ['/', true]])
    expect(await get('tree/a//b%2Fc/')).toEqual([200, ['/a/b/c', true]])
    expect((await get('tree/%zz'))[0]).toBe(400)
    expect((await get('tree/..%2Fx'))[0]).toBe(400)
  })

  it('begins with what no placeholder stands for', () => {
    expect(Object.values(calls).map(prefixOf)).toEqual([
      '/api/query',
      '/api/query',
      '/api/note/',
      '/api/inside/',
      '/api/picture/',
      '/api/tree',
      '/api/body',
      '/api/body',
      '/api/silent/',
      '/api/body',
    ])
  })
})

describe('the body of a call', () => {
  it('is what its schema makes of it', async () =>
    expect(await send('POST', '/api/body', '{"name":"ann","more":1}')).toEqual([200, 'ann']))

  it.each(['', 'null', '{}', '{"name":1}', '{"name":'])('is refused where its schema refuses it: %s', async (body) =>
    expect((await send('POST', '/api/body', body))[0]).toBe(400),
  )

  it('is not read past its limit', async () =>
    expect((await send('POST', '/api/body', JSON.stringify({ name: 'x'.repeat(JSON_MAX_BYTES) })))[0]).toBe(413))

  it('has a number of fields that a schema can look at quickly', async () => {
    const fieldsBeside = (count: number) =>
      JSON.stringify({ name: 'ann', ...Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1])) })
    expect(await send('POST', '/api/body', fieldsBeside(JSON_MAX_FIELDS - 1))).toEqual([200, 'ann'])
    expect((await send('POST', '/api/body', fieldsBeside(JSON_MAX_FIELDS)))[0]).toBe(400)
  })

  it('may be left out where the call says so, and else has to be right', async () => {
    expect(await send('DELETE', '/api/body')).toEqual([200, 'nobody'])
    expect(await send('DELETE', '/api/body', '{"name":"ann"}')).toEqual([200, 'ann'])
    expect((await send('DELETE', '/api/body', '{"name":1}'))[0]).toBe(400)
  })
})

describe('a route', () => {
  it('has all of its call', () => {
    const { method, path, policy, queryToken } = on(calls.tree, () => undefined)
    expect({ method, path, policy, queryToken }).toEqual({
      method: 'GET',
      path: '/api/tree{/*path}',
      policy: 'public',
      queryToken: true,
    })
    expect(on(treeHead, () => undefined, { content: 'people' })).toMatchObject({ method: 'HEAD', content: 'people' })
  })

  it('whose call answers nothing but 204 is answered so, unless it fails', async () => {
    expect(await send('DELETE', '/api/silent/one')).toEqual([204, ''])
    expect((await send('DELETE', '/api/silent/none'))[0]).toBe(404)
  })

  it('gets nothing that its call does not declare, by the types', () => {
    const told = { summary: 'Try', answers: {}, errors: [] }
    const whole = call({ ...told, method: 'GET', path: '/api/open', policy: 'person', query, needs: ['override'] })
    expect(on(whole, () => undefined).policy).toBe('person')
    // @ts-expect-error -- Nobody may forget to say who may call it.
    call({ ...told, method: 'GET', path: '/api/open' })
    // @ts-expect-error -- There is no such policy.
    call({ ...told, method: 'GET', path: '/api/open', policy: 'anybody' })
    // @ts-expect-error -- A value that is needed has to be among those of the query.
    call({ ...told, method: 'GET', path: '/api/open', policy: 'person', query, needs: ['action'] })
    // @ts-expect-error -- The call has no such value.
    on(calls.query, (_, asked) => void asked.query.overide)
    // @ts-expect-error -- A flag is no text.
    on(calls.query, (_, asked) => void (asked.query.override satisfies string))
    // @ts-expect-error -- The call has no query.
    on(calls.tree, (_, asked) => void asked.query)
    // @ts-expect-error -- The call has no such placeholder.
    on(calls.note, (_, asked) => void asked.params.name)
    // @ts-expect-error -- The call has no person's path.
    on(calls.note, (_, asked) => void asked.path)
    // @ts-expect-error -- Such a body is a stream: nobody reads it as JSON.
    on(calls.bytes, (_, asked) => void asked.body())
    // @ts-expect-error -- Another number of the same body.
    on(calls.body, async (_, asked) => void ((await asked.body()).name satisfies number))
    // @ts-expect-error -- It may have been left out.
    on(calls.optional, async (_, asked) => void (await asked.body()).name)
  })
})
