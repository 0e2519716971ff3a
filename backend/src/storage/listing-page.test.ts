import { describe, expect, it } from '@jest/globals'
import { turnsDuring } from '../../../tests/helpers/turns.ts'
import { parsePage } from './listing-page.ts'

const page = (metadata: string) =>
  parsePage(
    (async function* () {
      const text =
        '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult ' +
        'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType>' +
        '<IsTruncated>false</IsTruncated>' +
        '<Contents><Key>a+b%26c.txt</Key><Size>3</Size><ETag>&quot;e1' +
        `&quot;</ETag><UserMetadata>${metadata}</UserMetadata></Contents></ListBucketResult>`
      // In pieces, as it comes.
      for (let from = 0; from < text.length; from += 7) yield text.slice(from, from + 7)
    })(),
  )

describe('a page of a listing', () => {
  it('tells keys and metadata', async () => {
    const { objects } = await page(
      '<X-Amz-Meta-Mtime>5&amp;6</X-Amz-Meta-Mtime><content-type>text/plain</content-type>',
    )
    expect(objects).toMatchObject([
      { key: 'a b&c.txt', size: 3, etag: 'e1', metadata: { mtime: '5&6' }, contentType: 'text/plain' },
    ])
  })

  it.each([
    ['a name that is no XML name', '<X-Amz-Meta-A+b>x</X-Amz-Meta-A+b>'],
    ['a comment', '<X-Amz-Meta-A><!--x>v</X-Amz-Meta-A><!--x>'],
    ['CDATA', '<X-Amz-Meta-A><![CDATA[x]]></X-Amz-Meta-A>'],
    ['an element that nobody closes', '<X-Amz-Meta-A>x'],
  ])('A8: with %s is taken for broken, not for something else', async (_, metadata) => {
    await expect(page(metadata)).rejects.toThrow('that is no listing')
  })

  it('lets others have their turn while it is parsed, even if it has come as a whole', async () => {
    const contents = Array.from(
      { length: 1_000 },
      (_, index) => `<Contents><Key>${'k'.repeat(200)}${index}</Key></Contents>`,
    )
    const whole = async function* () {
      yield `<ListBucketResult>${contents.join('')}</ListBucketResult>`
    }
    let keys: string[] = []
    const turns = await turnsDuring(async () => {
      keys = (await parsePage(whole())).objects.map(({ key }) => key)
    })
    expect(keys).toHaveLength(1_000)
    expect(keys.at(-1)).toMatch(/^k{200}999$/)
    expect(turns).toBeGreaterThan(2)
  })
})
