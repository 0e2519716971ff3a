import { describe, expect, it } from '@jest/globals'
import { startChild } from '../../../scripts/lib/child.ts'
import { environment } from '../../../scripts/lib/environment.ts'
import { createLog } from './log.ts'

function logged(fields: object): Record<string, unknown> {
  let line = ''
  createLog('info', {
    write: (text) => {
      line += text
    },
  }).info(fields, 'done')
  return JSON.parse(line)
}

describe('a line of the log', () => {
  it('has the level, the time, the fields and what is said', () => {
    const when = new Date(0)
    expect(logged({ a: 1, at: when, list: [{ b: 2 }] })).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      a: 1,
      at: when.toISOString(),
      list: [{ b: 2 }],
      msg: 'done',
    })
  })

  it('hides what could be a secret, also in an object', () => {
    const line = logged({ token: 't', user: 'ann', config: { MONGO_URL: 'u', port: 1 } })
    expect(line).toMatchObject({ token: '***', user: 'ann', config: { MONGO_URL: '***', port: 1 } })
  })

  it('tells of an error its kind, message and causes, and none of its fields', () => {
    const cause = Object.assign(new Error('mongodb://ann:pass@host is gone'), { token: 't' })
    const { err } = logged({ err: new TypeError('failed', { cause }) })
    expect(err).toEqual({
      type: 'TypeError',
      message: 'failed',
      stack: expect.any(String),
      cause: { type: 'Error', message: 'mongodb://***@host is gone', stack: expect.not.stringContaining('pass') },
    })
  })
})

describe('the last lines of a process', () => {
  it('come after those that a busy thread is still to write', async () => {
    const script = `
      import { pbkdf2 } from 'node:crypto'
      import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
      const log = createLog('info')
      pbkdf2('', '', 500_000, 64, 'sha512', () => undefined)
      log.info('first')
      setTimeout(() => {
        log.info('last')
        log.flush(() => process.exit(0))
      }, 100)`
    const child = await startChild('one', {
      command: process.execPath,
      args: ['--input-type=module', '--eval', script],
      env: { ...environment(), UV_THREADPOOL_SIZE: '1' },
    })
    await child.exited
    expect(child.lastLines().map((line) => JSON.parse(line).msg)).toEqual(['first', 'last'])
  })
})
