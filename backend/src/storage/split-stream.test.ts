import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { AppError } from '../lib/app-error.ts'
import { splitStream } from './split-stream.ts'

const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const textOf = async (stream: Readable) => Buffer.concat((await stream.toArray()) as Buffer[]).toString()

describe('cutting a body into parts', () => {
  it('gives parts of exact length, whatever the chunks', async () => {
    const parts = splitStream(bodyOf('ab', 'cdefg', 'h', 'ij'), 10)
    expect(await textOf(await parts.next(4))).toBe('abcd')
    expect(await textOf(await parts.next(4))).toBe('efgh')
    expect(await textOf(await parts.next(2, {}))).toBe('ij')
    await parts.expectEnd()
  })

  it('fails a part when the body ends before', async () => {
    const parts = splitStream(bodyOf('ab'), 4)
    const sent = parts.sending(async () => textOf(await parts.next(4, {})))
    await expect(sent).rejects.toMatchObject({ code: 'badRequest' })
  })

  it('A15: asks before an empty body is sent, too: nothing of it could be withheld', async () => {
    const refuse = async () => {
      throw new AppError('forbidden', 'no')
    }
    await expect(splitStream(bodyOf(), 0).next(0, { confirm: refuse })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(splitStream(bodyOf('a'), 0).next(0, {})).rejects.toMatchObject({ code: 'badRequest' })
  })

  it.each(['', 'ab'])('asks once for a body of "%s"', async (text) => {
    let asked = 0
    const confirm = async () => {
      asked += 1
    }
    const part = await splitStream(bodyOf(...(text ? [text] : [])), text.length).next(text.length, { confirm })
    expect(await textOf(part)).toBe(text)
    expect(asked).toBe(1)
  })

  it('withholds the last chunk of a body that goes on', async () => {
    const parts = splitStream(bodyOf('ab', 'cd', 'e'), 4)
    const stream = await parts.next(4, {})
    const got: string[] = []
    await expect(
      (async () => {
        for await (const chunk of stream) got.push(String(chunk))
      })(),
    ).rejects.toMatchObject({ code: 'badRequest' })
    expect(got.join('')).not.toContain('c')
  })

  it('ends the request when the body breaks off', async () => {
    const body = new Readable({ read() {} })
    const parts = splitStream(body, 100)
    const stream = await parts.next(100, {})
    stream.resume()
    const sent = parts.sending(
      (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    body.push('half')
    body.destroy(new Error('the line is dead'))
    await expect(sent).rejects.toMatchObject({ code: 'badRequest' })
  })

  it('bears a body that fails before it is read, and says so to who reads', async () => {
    const body = new Readable({ read() {} })
    const parts = splitStream(body, 100)
    body.destroy(new Error('the line is dead'))
    await new Promise((resolve) => {
      body.once('close', resolve)
    })
    const sent = parts.sending(async () => (await parts.next(100)).toArray())
    await expect(sent).rejects.toMatchObject({ code: 'badRequest' })
  })

  it('buffers what a body of unknown length brings', async () => {
    const parts = splitStream(bodyOf('abc', 'de'), undefined)
    expect((await parts.buffer(4)).toString()).toBe('abcd')
    expect((await parts.buffer(4)).toString()).toBe('e')
    expect((await parts.buffer(4)).length).toBe(0)
  })
})
