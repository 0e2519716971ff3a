import path from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { planarTiff, svgWith } from '../../../../tests/helpers/hostile-files.ts'
import { MIB, mostHeld } from '../../../../tests/helpers/memory.ts'
import { createChildren } from '../../lib/child/index.ts'
import type { OpenFile } from '../../storage/types.ts'
import { createRenderers } from './renderers.ts'
import type { VideoFrames } from './video-frames.ts'

const children = createChildren(path.join(import.meta.dirname, '../../child.ts'))
afterAll(children.stop)
const renderers = createRenderers({} as VideoFrames, children.drawings)
const wanted = { size: 'thumb', side: 256, fit: 'cover', keepsFormat: false } as const
const MOST_MIB = 260

function render(type: string, bytes: Buffer) {
  const file = { stat: { size: bytes.length }, read: () => [bytes] } as unknown as OpenFile
  const renderer = renderers.find(({ takes }) => takes(type))
  if (!renderer) throw new Error(`nothing renders ${type}`)
  return renderer.render(file, wanted, new AbortController().signal)
}

/** The most that any child held for itself while something was done, in MiB. */
const mostMemory = async (work: () => Promise<unknown>): Promise<number> =>
  (await mostHeld(() => children.drawings.pids(), work)) / MIB

const solid = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#963' } })

describe('drawing in a child', () => {
  it.each([
    ['image/jpeg', () => solid(8000, 6000).jpeg({ progressive: true }).toBuffer()],
    ['image/png', () => solid(6000, 4000).png({ progressive: true, compressionLevel: 1 }).toBuffer()],
    ['image/tiff', () => solid(6000, 4000).tiff().toBuffer()],
    ['image/webp', () => solid(6000, 4000).webp({ effort: 0 }).toBuffer()],
    ['image/gif', () => solid(3000, 2000).gif({ effort: 1 }).toBuffer()],
    ['image/avif', () => solid(3000, 2000).avif({ effort: 0 }).toBuffer()],
  ])('has memory enough for large pictures of cameras and screens: %s', async (type, make) => {
    const bytes = await make()
    expect((await render(type, bytes)).type).toBe(type === 'image/gif' ? 'image/webp' : 'image/jpeg')
  })

  it('B1: is bounded for a TIFF whose planes lie apart, and one of 598 MB is refused by its header', async () => {
    expect(await mostMemory(() => render('image/tiff', planarTiff(9_300)))).toBeLessThan(MOST_MIB)
    await expect(render('image/tiff', planarTiff(9_984, 16))).rejects.toMatchObject({ code: 'tooLarge' })
  })

  it('B6: is bounded for drawings that hold large pictures', async () => {
    const png = await solid(8000, 8000).png({ palette: true, compressionLevel: 9 }).toBuffer()
    const most = await mostMemory(() =>
      Promise.all(
        [1, 2].map((count) =>
          expect(render('image/svg+xml', svgWith(png, count + 2))).rejects.toMatchObject({ name: 'AppError' }),
        ),
      ),
    )
    expect(most).toBeLessThan(MOST_MIB)
  })

  it('goes on after all that', async () => {
    expect(
      (
        await render(
          'image/svg+xml',
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
          ),
        )
      ).bytes.length,
    ).toBeGreaterThan(50)
    // What is no drawing by its type is none by its bytes.
    await expect(
      render('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ).rejects.toMatchObject({ code: 'unsupportedMediaType' })
  })
})
