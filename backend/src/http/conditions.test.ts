import { describe, expect, it } from '@jest/globals'
import { checkConditions, isRangeWanted } from './conditions.ts'

const file = { etag: '"one"', lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT' }
const later = 'Sat, 21 Nov 2026 11:00:00 GMT'
const earlier = 'Sat, 21 Nov 2026 09:00:00 GMT'

describe('conditional requests', () => {
  it.each([
    [{}, null],
    [{ 'if-none-match': '"one"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"two", W/"one"' }, 304],
    [{ 'if-none-match': '"two"' }, null],
    [{ 'if-none-match': '"one"', 'cache-control': 'no-cache' }, 304],
    [{ 'if-modified-since': file.lastModified }, 304],
    [{ 'if-modified-since': earlier }, null],
    [{ 'if-none-match': '"two"', 'if-modified-since': later }, null],
    [{ 'if-match': '"one"' }, null],
    [{ 'if-match': '*' }, null],
    [{ 'if-match': '"two"' }, 412],
    [{ 'if-match': 'W/"one"' }, 412],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-unmodified-since': file.lastModified }, null],
    [{ 'if-unmodified-since': 'nonsense' }, null],
    [{ 'if-match': '"one"', 'if-unmodified-since': earlier }, null],
  ])('%j comes to %s', (headers, status) => expect(checkConditions(headers, file)).toBe(status))

  it.each([
    [{ 'if-none-match': '"one"' }, 304],
    [{ 'if-none-match': '"two"' }, null],
    [{ 'if-match': '"two"' }, 412],
    [{ 'if-modified-since': later }, null],
    [{ 'if-unmodified-since': earlier }, null],
  ])('where there is no time to compare, %j comes to %s', (headers, status) =>
    expect(checkConditions(headers, { etag: file.etag })).toBe(status),
  )

  it('If-Range counts only for just this file', () => {
    expect(isRangeWanted(undefined, file)).toBe(true)
    expect(isRangeWanted('"one"', file)).toBe(true)
    expect(isRangeWanted(file.lastModified, file)).toBe(true)
    expect(isRangeWanted('W/"one"', file)).toBe(false)
    expect(isRangeWanted(later, file)).toBe(false)
  })
})
