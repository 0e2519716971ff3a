// How large the images are in a registry, where everybody who installs Nido has to fetch them from.
import { beforeAll, describe, expect, it } from '@jest/globals'
import { environment } from '../../scripts/lib/environment.ts'
import { compressedBytes, findImages, LEAN } from './images/images.ts'
import { WHY_NOT } from './step.ts'

const MB = 1_000_000
const say = (line: string) => void process.stderr.write(`${line}\n`)

let layout: string
beforeAll(async () => {
  if (WHY_NOT === '') layout = await findImages({ env: environment(), say })
})

const suite = WHY_NOT === '' ? describe : describe.skip

suite('the images', () => {
  it.each([
    ['api without ffmpeg', LEAN, 120],
    ['api', 'api', 280],
    ['worker', 'worker', 320],
    ['web', 'web', 60],
    ['store', 'store', 80],
    ['database', 'database', 40],
    ['emulator', 'emulator', 60],
  ] as const)('%s: no more than promised in a registry', async (name, image, limit) => {
    const bytes = await compressedBytes(layout, image)
    say(`${name}: ${(bytes / MB).toFixed(1)} MB`)
    expect(bytes).toBeLessThan(limit * MB)
  })
})
