import { describe, expect, it } from '@jest/globals'
import { collectRoutes } from './app.ts'
import { apiRouter } from './http/api-router.ts'
import type { Route } from './http/route.ts'
import type { Services } from './services.ts'

// Routes are only listed here: no service is called.
const routes = collectRoutes({ config: {} } as Services)
const guard = { admit: async () => undefined }

describe('the routes', () => {
  it('are there', () => expect(routes.length).toBeGreaterThan(20))

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s says who may call it',
    (_, route) => {
      expect(['public', 'person', 'admin']).toContain(route.policy)
    },
  )

  it('are public only by name', () => {
    const ofLinks = [
      'GET /api/public/share/:hash{/*path}',
      ...['dl/:hash', 'preview/:size/:hash', 'subtitle/:hash'].flatMap((call) => [
        `GET /api/public/${call}{/*path}`,
        `HEAD /api/public/${call}{/*path}`,
      ]),
    ]
    expect(routes.filter(({ policy }) => policy === 'public').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/login',
      'POST /api/signup',
      // A secret in the address opens it.
      'GET /api/calendar/feed/:file',
      'HEAD /api/calendar/feed/:file',
      ...ofLinks,
    ])
  })

  it('take a token from the query only for downloads and sockets', () => {
    expect(routes.filter(({ queryToken }) => queryToken).map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...['raw{/*path}', 'preview/:size{/*path}', 'archive/raw{/*path}', 'subtitle{/*path}'].flatMap((call) => [
        `GET /api/${call}`,
        `HEAD /api/${call}`,
      ]),
      'GET /api/imports/probe/:id/picture',
      'GET /api/imports/:id/raw/:file',
      'GET /api/imports/:id/picture',
      'GET /api/roms{/*path}',
      'HEAD /api/roms{/*path}',
      'GET /api/command{/*path}',
      'GET /api/events',
    ])
  })

  it('answer each call once', () => {
    const calls = routes.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('do not come up with one that has no policy', () => {
    const open = { method: 'GET', path: '/api/open', handler: () => undefined } as unknown as Route
    expect(() => apiRouter([...routes, open], guard)).toThrow('GET /api/open has no policy')
  })
})
