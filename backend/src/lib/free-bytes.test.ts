import { describe, expect, it } from '@jest/globals'
import { freeBytes } from './free-bytes.ts'

describe('freeing bytes', () => {
  it('leaves nothing of bytes that have their memory alone', () => {
    const bytes = Buffer.allocUnsafeSlow(64 * 1024)
    const { buffer } = bytes
    freeBytes(bytes)
    expect([bytes.length, buffer.byteLength]).toEqual([0, 0])
    freeBytes(bytes)
  })

  it('touches no bytes that share their memory', () => {
    const whole = Buffer.from(Uint8Array.from([1, 2, 3]).buffer)
    freeBytes(whole.subarray(1))
    const shared = Buffer.from(new SharedArrayBuffer(4))
    freeBytes(shared)
    expect([...whole, shared.length]).toEqual([1, 2, 3, 4])
  })
})
