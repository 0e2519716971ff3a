import { describe, expect, it } from '@jest/globals'
import { parseRecords } from './event-records.ts'

const line = (eventName: string, object: object = {}, eventTime = '2026-11-21T20:26:01.746Z') =>
  JSON.stringify({
    Records: [
      {
        eventName,
        eventTime,
        responseElements: { 'x-amz-request-id': '18EA2941436219C7' },
        s3: { bucket: { name: 'nido-ann' }, object: { key: 'a ü+b/x.txt', ...object } },
      },
    ],
  })

describe("the storage's event records", () => {
  it('tell a file that was put, by its own time', () => {
    const [event] =
      parseRecords(
        line('s3:ObjectCreated:Put', {
          size: 5,
          eTag: '"abc"',
          sequencer: '18EA29414371FDF7',
          versionId: 'c2f5',
          userMetadata: { 'X-Amz-Meta-Mtime': '12.5', 'content-type': 'text/plain' },
        }),
      ) ?? []
    expect(event).toEqual({
      kind: 'created',
      bucket: 'nido-ann',
      key: 'a ü+b/x.txt',
      version: 'c2f5',
      size: 5,
      etag: 'abc',
      modified: 12_500,
      sequencer: '18EA29414371FDF7',
      request: '18EA2941436219C7',
      at: Date.parse('2026-11-21T20:26:01.746Z'),
    })
  })

  it('tell no version where all that is written has the same one', () => {
    const versionOf = (object: object) => parseRecords(line('s3:ObjectCreated:Put', object))?.[0]?.version
    expect([versionOf({}), versionOf({ versionId: 'null' }), versionOf({ versionId: 'v' })]).toEqual(['', '', 'v'])
  })

  it('tell the time of the change, as listings do, where a file has none of its own', () => {
    const [event] = parseRecords(line('s3:ObjectCreated:Copy', { sequencer: '18EA29414371FDF7' })) ?? []
    expect(new Date(event?.modified ?? 0).toISOString()).toBe('2026-11-21T20:26:01.741Z')
    const [other] = parseRecords(line('s3:ObjectCreated:Copy', { sequencer: '0055AED6DCD90281E5' })) ?? []
    expect(other?.modified).toBe(Date.parse('2026-11-21T20:26:01.746Z'))
  })

  it.each([
    ['s3:ObjectCreated:CompleteMultipartUpload', 'created'],
    ['s3:ObjectRemoved:DeleteMarkerCreated', 'covered'],
    ['s3:ObjectRemoved:Delete', 'removed'],
    ['s3:ObjectAccessed:Attributes', 'accessed'],
    ['s3:BucketCreated:*', 'bucketCreated'],
    ['s3:BucketRemoved:*', 'bucketRemoved'],
  ])('know %s', (name, kind) => expect(parseRecords(line(name))?.[0]?.kind).toBe(kind))

  it('pass over what is of no use, and refuse what is none', () => {
    expect(parseRecords(line('s3:Replication:Whatever'))).toEqual([])
    expect(parseRecords('{"Records":null}')).toEqual([])
    expect([parseRecords('<?xml version="1.0"?><ListAllMyBucketsResult>'), parseRecords('{"other":1}')]).toEqual([
      null,
      null,
    ])
  })
})
