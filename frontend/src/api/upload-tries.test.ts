import { describe, expect, it } from '@jest/globals'
import { failureOf, retryDelays } from './upload-tries.ts'

describe('waiting before another try', () => {
  it('tries at once, then waits a second, doubling up to twenty', () => {
    expect(retryDelays(8)).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000])
  })
  it('does not try again where the settings say so', () => {
    expect(retryDelays(0)).toEqual([])
  })
})

describe('the error of a failed upload', () => {
  const problem = JSON.stringify({ code: 'noRoom', title: 'no room' })
  it('has the message of the transport, without the body', () => {
    expect(failureOf(0, '').message).toBe('001 Connection aborted')
    expect(failureOf(507, problem).message).toBe('Upload failed: Request failed with status code 507')
    expect(failureOf(507, problem, true).message).toBe('Failed to create an upload: 507 noRoom')
  })
  it('has the code from the body, or else the status', () => {
    expect([failureOf(507, problem).code, failureOf(502, '<html>').code]).toEqual(['noRoom', 'unavailable'])
  })
})
