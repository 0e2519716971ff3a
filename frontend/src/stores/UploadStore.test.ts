import { describe, expect, it } from '@jest/globals'
import type { UploadEntry } from '../lib/upload-entries.ts'
import { listing, makeToken, testRoot } from './test-root.ts'

const entries: UploadEntry[] = [{ kind: 'folder', names: ['new'] }]
const open = () =>
  testRoot((call) => (call === 'GET /api/resources/' ? listing('/', []) : new Response('', { status: 201 })))

describe('what is brought', () => {
  it('is compared with what is there, and made', async () => {
    const { root, calls } = open()
    await root.uploads.bring(entries, '/')
    expect([calls, root.uploads.looking]).toEqual([['GET /api/resources/', 'POST /api/resources/new/'], 0])
    root.forget()
  })

  it('goes to nobody else who signs in meanwhile', async () => {
    const { root, calls } = open()
    const brought = root.uploads.bring(entries, '/')
    root.session.take(makeToken('bob', 4_000_000_000, 8))
    await brought
    expect([calls, root.uploads.looking]).toEqual([[], 0])
  })
})
