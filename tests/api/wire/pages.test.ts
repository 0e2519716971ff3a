// api-contract 13 and the rest of 15: pages, static files, health, status and the reference of all calls.
import { describe, expect, it } from '@jest/globals'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import { me, world } from './own-world.ts'
import { JSON_TYPE } from './wire.ts'

describe('13 pages', () => {
  it('are the application’s page at any address that is not a call', async () => {
    for (const path of ['/', '/login', '/files/a/b', '/settings/users/1']) {
      const { status, headers, text } = await world.nobody.call(`GET ${path}`)
      expect([
        path,
        status,
        ...['content-type', 'cache-control', 'x-content-type-options', 'x-xss-protection'].map((name) =>
          headers.get(name),
        ),
      ]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache, no-store, must-revalidate',
        'nosniff',
        '1; mode=block',
      ])
      for (const key of [
        'Name',
        'BaseURL',
        'StaticURL',
        'Version',
        'Theme',
        'Color',
        'CSS',
        'DisableExternal',
        'ReportURL',
        'DisableUsedPercentage',
        'Signup',
        'NoAuth',
        'AuthMethod',
        'LoginPage',
        'LogoutPage',
        'HideLoginButton',
        'ReCaptcha',
        'EnableThumbs',
        'ResizePreview',
        'EnableExec',
        'TusSettings',
      ]) {
        expect(text).toContain(`"${key}":`)
      }
    }
    expect(await world.nobody.status('POST /files')).toBe(404)
  })

  it('cache their static files for a day', async () => {
    const script = /static\/assets\/[\w.-]+\.js/.exec((await world.nobody.call('GET /')).text)?.[0] ?? ''
    const { status, headers } = await world.nobody.call(`GET /${script}`)
    expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      200,
      expect.stringMatching(/^public, max-age=86400/),
      'nosniff',
    ])
    expect([
      await world.nobody.status('GET /static/none.js'),
      await world.nobody.status('GET /static/assets/'),
    ]).toEqual([404, 404])
  })

  it('have a health call that needs no token', async () => {
    const { status, json } = await world.nobody.call('GET /health')
    expect([status, json]).toEqual([200, { status: 'OK' }])
  })
})

describe('15 the server', () => {
  it('says what works, and its version to administrators', async () => {
    const told = (await me.call('GET /api/status')).json
    expect((told['parts'] as { part: string; state: string }[]).find(({ part }) => part === 'storage')?.state).toBe(
      'ok',
    )
    expect(told).not.toHaveProperty('version')
    expect((await (await world.admin()).call('GET /api/status')).json['version']).toMatch(/^\d+\.\d+\.\d+/)
    expect(await world.nobody.status('GET /api/status')).toBe(401)
  })

  it('describes all its calls', async () => {
    const { status, headers, json } = await me.call('GET /api/openapi.json')
    expect([status, headers.get('content-type'), json['openapi']]).toEqual([200, JSON_TYPE, '3.1.1'])
    const operations = Object.values(json['paths'] as Record<string, object>).flatMap((methods) => Object.keys(methods))
    expect(operations).toHaveLength(CALLS.length)
    expect(await world.nobody.status('GET /api/openapi.json')).toBe(401)
  })
})
