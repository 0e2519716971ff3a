import { describe, expect, it } from '@jest/globals'
import { HttpRequest } from '@smithy/core/protocols'
import fc from 'fast-check'
import { signatureOf, signedInQuery } from '../s3-signing.ts'
import { escaped, Signature } from './signature.ts'

const settings = { endpoint: 'http://storage:9000', region: 'eu-south-2', accessKey: 'nido', secretKey: 'a secret/+' }
const HASH = 'UNSIGNED-PAYLOAD'

const text = fc.string({ unit: fc.constantFrom(...' !"%&\'()*+,-./:;<=>?@[]_~aZ09'), maxLength: 20 })
const names = ['range', 'if-match', 'content-type', 'cache-control', 'content-length', 'x-amz-meta-a', 'x-amz-meta-b-c']
const request = fc.record({
  method: fc.constantFrom('GET', 'PUT'),
  path: fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 }),
  query: fc.dictionary(fc.constantFrom('versionId', 'partNumber', 'uploadId', 'a b', 'A'), text),
  headers: fc.dictionary(fc.constantFrom(...names), text),
})
const moment = fc.integer({ min: Date.UTC(2024), max: Date.UTC(2040) })

type Made = typeof request extends fc.Arbitrary<infer T> ? T : never

/** The same request for both signers. */
function both({ method, path: parts, query, headers }: Made) {
  const path = `/${parts.map(escaped).join('/')}`
  const own = { host: 'storage:9000', 'x-amz-content-sha256': HASH, ...headers }
  const theirs = new HttpRequest({ method, hostname: 'storage', path, query: { ...query }, headers: { ...own } })
  return { ours: { method, path, query, headers: own, hash: HASH }, theirs }
}

const sorted = (query: string) => query.split('&').sort()
const asText = (query: HttpRequest['query'] = {}) =>
  Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`)

describe('a signature', () => {
  const [ours, theirs] = [new Signature(settings), signatureOf(settings)]

  it('in a header is that of the AWS client', async () => {
    await fc.assert(
      fc.asyncProperty(request, moment, async (made, at) => {
        const two = both(made)
        const signed = await theirs.sign(two.theirs, { signingDate: new Date(at) })
        expect(ours.inHeader(two.ours, at).headers).toEqual(signed.headers)
      }),
    )
  })

  it('in the query is that of the AWS client', async () => {
    await fc.assert(
      fc.asyncProperty(request, moment, fc.integer({ min: 1, max: 604_800 }), async (made, at, expiresIn) => {
        const two = both(made)
        const signed = await signedInQuery(theirs, two.theirs, { signingDate: new Date(at), expiresIn })
        const { query, headers } = ours.inQuery(two.ours, at, expiresIn)
        expect(sorted(query)).toEqual(asText(signed.query).sort())
        expect(headers).toEqual(signed.headers)
      }),
    )
  })

  it('has the query in the order that it was signed in', () => {
    const made = { method: 'GET' as const, path: ['a'], query: { versionId: 'x/y', A: '' }, headers: {} }
    expect(ours.inHeader(both(made).ours, 0).query).toBe('A=&versionId=x%2Fy')
    expect(ours.inHeader(both({ ...made, query: {} }).ours, 0).query).toBe('')
  })
})
