import { describe, expect, it } from '@jest/globals'
import { leaksIn } from './leaks.ts'

const site = {
  admin: { username: 'admin', password: 'first-0123-password' },
  servers: { s3Endpoint: '', mongoUrl: '', keys: { accessKey: 'key', secretKey: 'the-secret-of-s3' } },
}
const leaks = (line: string) => leaksIn(['{"msg":"request","ms":3}', line], site)

describe('K02: secrets in a log', () => {
  it.each([
    'first-0123-password',
    'the-secret-of-s3',
    'A-Household-Pass-7731',
    'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQabc.c2lnbmF0dXJlLW9mLXRva2Vu',
    '$argon2id$v=19$m=19456',
    'X-SHARE-PASSWORD',
    '/api/raw/a?auth=abc',
    'GET /x?X-Amz-Signature=00',
  ])('are found: %s', (secret) => expect(leaks(`{"err":"${secret}"}`)).toHaveLength(1))
  it('are not seen where there are none', () =>
    expect(leaks('{"route":"/api/raw{/*path}","user":"ann","code":"wrongCredentials"}')).toEqual([]))
})
