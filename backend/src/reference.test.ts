import type Router from '@koa/router'
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../contract/calls/index.ts'
import { collectRoutes, createApp } from './app.ts'
import { describeApi, templateOf } from './features/reference/document.ts'
import { createLog } from './lib/log.ts'
import { createMetrics } from './lib/metrics.ts'
import type { Services } from './services.ts'

// Nothing is asked of any service: the app is only put together.
const services = { config: { BASE_URL: '', TRUSTED_PROXIES: [] as string[] } } as Services
const app = createApp({ services, log: createLog('silent'), metrics: createMetrics(), isOpen: () => true })
// A router counts HEAD among the methods of each GET; Nido answers it where it is a call of its own.
const registered = app.middleware
  .flatMap((middleware) => ('routers' in middleware ? (middleware.routers as Router[]) : []))
  .flatMap(({ stack }) => stack)
  .flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD' || !methods.includes('GET'))
      .map((method) => `${method} ${String(path)}`),
  )
const described = CALLS.map(({ method, path }) => `${method} ${path}`)

describe('the reference', () => {
  it('has every call that the running app answers, and no other', () => {
    expect(registered.length).toBeGreaterThan(20)
    expect(registered.toSorted()).toEqual(described.toSorted())
  })

  it.each(collectRoutes(services).map((route) => [`${route.method} ${route.path}`, route] as const))(
    'tells who may call %s',
    (_, { method, path, policy, queryToken = false }) => {
      const call = CALLS.find((one) => one.method === method && one.path === path)
      expect({ policy: call?.policy, queryToken: call?.queryToken ?? false }).toEqual({ policy, queryToken })
    },
  )

  it('is complete OpenAPI: each placeholder is explained, each reference leads somewhere', () => {
    const document = describeApi({ version: '1.2.3', baseUrl: '/cloud' })
    const text = JSON.stringify(document)
    const { schemas } = document['components'] as { schemas: Record<string, unknown> }
    const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name))
    expect([...references].filter((name) => !(name in schemas))).toEqual([])
    expect(text).not.toContain('$defs')
    const paths = document['paths'] as Record<
      string,
      Record<
        string,
        { parameters: { name: string; in: string; description: string }[]; responses: object; operationId: string }
      >
    >
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    )
    expect(operations).toHaveLength(CALLS.length)
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(operation.parameters.filter(({ description }) => description === '')).toEqual([])
    }
  })

  it('writes a path as a template', () => expect(templateOf('/api/trash/:id{/*path}')).toBe('/api/trash/{id}{path}'))
})
