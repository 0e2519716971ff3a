// What dials out dials through here. Another file that could is found by what it imports or calls.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'

const SOURCES = path.join(import.meta.dirname, '../..')

/** Modules with which one dials, and what of them does not. Types are free. */
const MODULE = 'net|tls|http|https|http2|dgram|dns|dns/promises|inspector|quic'
const PACKAGES = 'undici|axios|got|node-fetch|webtorrent'
const HARMLESS = new Set([
  'BlockList',
  'isIP',
  'isIPv4',
  'isIPv6',
  'createServer',
  'IncomingMessage',
  'ServerResponse',
  'STATUS_CODES',
  'TLSSocket',
])

/** Files that may, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'storage/s3-clients.ts': 'The operator names the server (S3_ENDPOINT).',
  'storage/plain/connection.ts': 'The same.',
  'features/session/captcha.ts': 'The operator names the server (RECAPTCHA_HOST). Redirects are not followed.',
  'features/imports/torrents/swarm.ts': 'It runs in a guarded child.',
  'database/dead-sockets.ts': 'It only looks at sockets.',
}

const IMPORT = new RegExp(`^import (?!type )([^;'"]*?) from '(?:node:)?(${MODULE})'`, 'gms')
const OTHERWISE = [
  new RegExp(`(?:import|require)\\(\\s*['"\`](?:node:)?(?:${MODULE}|${PACKAGES})['"\`]`),
  new RegExp(`^import (?!type )[^;'"]*? from '(?:${PACKAGES})'`, 'm'),
  /(?<![.\w#])fetch\(/,
  /new (?:WebSocket|EventSource)\(/,
]

/** The values that a source imports and that could dial: names of exports, or a name for all of them. */
function dialledWith(source: string): string[] {
  const imported = [...source.matchAll(IMPORT)].flatMap(([, what = '']) => {
    const [, all = '', named = ''] = /^(\w+|\* as \w+)?,?\s*(?:\{(.*)\})?$/s.exec(what) ?? [what, what]
    const names = named.split(',').map((name) => name.trim())
    return [all, ...names.filter((name) => !name.startsWith('type '))].map((name) => name.replace(/ as .*/, ''))
  })
  const calls = OTHERWISE.flatMap((pattern) => pattern.exec(source)?.[0] ?? [])
  return [...imported.filter((name) => name !== '' && !HARMLESS.has(name)), ...calls]
}

describe('nothing else dials out', () => {
  it.each([
    ["import net from 'node:net'", ['net']],
    ["import * as http from 'http'", ['*']],
    ["import http, { type Server, request } from 'node:http'", ['http', 'request']],
    ["import {\n  connect as open,\n  isIP,\n} from 'node:net'", ['connect']],
    ["import { isIP, type LookupFunction } from 'node:net'", []],
    ["import type { Agent } from 'node:http'", []],
    ["import { lookup } from 'node:dns/promises'", ['lookup']],
    ["await import('node:net')", ["import('node:net'"]],
    ["import { Agent } from 'undici'", ["import { Agent } from 'undici'"]],
    ["import type WebTorrent from 'webtorrent'", []],
    ['const answer = await fetch(url)', ['fetch(']],
    ['this.prefetch(); this.#fetch(); cache.fetch()', []],
    ['new WebSocket(url)', ['new WebSocket(']],
  ])('of which this would be found: %s', (source, found) => expect(dialledWith(source)).toEqual(found))

  it('in any file of the server', async () => {
    const files = (await readdir(SOURCES, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('lib/dial/'),
    )
    expect(files.length).toBeGreaterThan(200)
    const found: Record<string, string[]> = {}
    for (const name of files) {
      const dialled = dialledWith(await readFile(path.join(SOURCES, name), 'utf8'))
      if (dialled.length > 0 && EXCEPTIONS[name] === undefined) found[name] = dialled
    }
    expect(found).toEqual({})
  })
})
