import { describe, expect, it } from '@jest/globals'
import { PUT_BY } from './metadata.ts'
import { place } from './paths.ts'
import { putByMetadata, putterOf } from './putters.ts'

const at = place('nido-shared', 'watch/a.url')
const toldBy = (userId: number) => putByMetadata(userId, at)[PUT_BY] ?? ''

describe('who has put a file at its place', () => {
  it('is told of that place alone', () => {
    expect(putterOf({ putBy: toldBy(7) }, at)).toBe(7)
    expect(putterOf({ putBy: toldBy(7) }, place('nido-shared', 'watch/b.url'))).toBeNull()
    expect(putterOf({ putBy: toldBy(7) }, place('nido-ann', 'watch/a.url'))).toBeNull()
  })

  it.each(['', '7', '7.', 'x.0123456789abcdef', '-7.0123456789abcdef', '1e3.0123456789abcdef'])(
    'is nobody by what another tool has written: %s',
    (putBy) => expect(putterOf({ putBy }, at)).toBeNull(),
  )

  it('is nobody where nothing is said', () => expect(putterOf({}, at)).toBeNull())
})
