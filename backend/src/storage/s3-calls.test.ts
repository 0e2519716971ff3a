import { describe, expect, it } from '@jest/globals'
import { callOf } from './s3-calls.ts'

const asked = (method: string, target: string, headers: Record<string, string> = {}) => {
  const url = new URL(target, 'http://s3')
  return callOf({ method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers })
}

describe('the name of a request to S3', () => {
  it.each([
    ['GET', '/home/a/b.txt', 'get'],
    ['HEAD', '/home/a', 'head'],
    ['PUT', '/home/a', 'put'],
    ['PUT', '/home/a?partNumber=1&uploadId=x', 'put part'],
    ['POST', '/home/a?uploads', 'begin parts'],
    ['POST', '/home/a?uploadId=x', 'complete parts'],
    ['DELETE', '/home/a?uploadId=x', 'abort parts'],
    ['GET', '/home/a?uploadId=x', 'list parts'],
    ['GET', '/home?uploads', 'list uploads'],
    ['DELETE', '/home/a?versionId=1', 'delete'],
    ['POST', '/home?delete', 'delete many'],
    ['GET', '/home?versions&prefix=a', 'list versions'],
    ['GET', '/home/?list-type=2', 'list'],
    ['GET', '/', 'list buckets'],
    ['HEAD', '/home', 'head bucket'],
    ['PUT', '/home/', 'put bucket'],
    ['GET', '/home?lifecycle', 'get lifecycle'],
    ['PUT', '/home/a?tagging', 'put tagging'],
    ['PATCH', '/home/a', 'other'],
  ])('%s %s is %s', (method, target, name) => {
    expect(asked(method, target)).toBe(name)
  })

  it('tells copies by their header', () => {
    expect(asked('PUT', '/home/a', { 'x-amz-copy-source': 'home/b' })).toBe('copy')
    expect(asked('PUT', '/home/a?partNumber=1&uploadId=x', { 'x-amz-copy-source': 'home/b' })).toBe('copy part')
  })
})
