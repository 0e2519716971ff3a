// What cameras wrote into photos: shown to people who may download them, and to nobody else.
import { beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { FileResource } from '../../backend/contract/resources.ts'
import { encodePath } from '../helpers/client.ts'
import { HEIC } from '../helpers/heic.ts'
import { filesOf } from './files-client.ts'
import { me, site } from './own-folder.ts'

const CAMERA = {
  IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
  IFD2: {
    LensModel: 'RF 35mm F1.8',
    DateTimeOriginal: '2026:05:03 10:11:12',
    FNumber: '18/10',
    ExposureTime: '1/250',
    ISOSpeedRatings: '400',
    FocalLength: '35/1',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 2400/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 3600/100',
  },
}
const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } }).jpeg()
const photoOf = async (path: string, files = me) =>
  (await files.client.get(`/api/resources${encodePath(path)}?photo=true`)).expect(200).json<FileResource>().photo

describe('what a camera wrote into a photo', () => {
  beforeAll(async () => {
    const whole = await picture().withExif(CAMERA).toBuffer()
    await me.given({
      'photo.jpg': whole,
      'plain.jpg': await picture().toBuffer(),
      'cut.jpg': whole.subarray(0, 120),
      'odd.jpg': await picture()
        .withExif({ IFD0: { Make: 'x\u0007y', Model: 'z'.repeat(500) }, IFD2: { DateTimeOriginal: 'yesterday' } })
        .toBuffer(),
      'phone.heic': HEIC,
      'note.txt': 'words',
    })
  })

  it('is returned on request', async () => {
    const photo = await photoOf('/photo.jpg')
    expect(photo).toEqual({
      camera: 'Canon EOS R6',
      lens: 'RF 35mm F1.8',
      taken: '2026-05-03T10:11:12',
      aperture: 1.8,
      exposure: 0.004,
      iso: 400,
      focalLength: 35,
      place: { latitude: expect.closeTo(-33.8567, 3), longitude: expect.closeTo(151.21, 3) },
    })
    const { body } = await me.client.get('/api/resources/photo.jpg')
    expect(JSON.parse(body.toString())).not.toHaveProperty('photo')
  })

  it.each(['/plain.jpg', '/cut.jpg', '/phone.heic', '/note.txt'])(
    'is left out where there is none: %s',
    async (path) => {
      expect(await photoOf(path)).toBeUndefined()
    },
  )

  it('is text of a bounded length without control characters', async () => {
    const photo = await photoOf('/odd.jpg')
    expect(photo?.camera).toMatch(/^xy z{100}$/)
    expect(photo).not.toHaveProperty('taken')
  })

  it('is empty for people who may not download', async () => {
    const reader = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await reader.given({ 'photo.jpg': await picture().withExif(CAMERA).toBuffer() })
    expect(await photoOf('/photo.jpg', reader)).toBeUndefined()
  })
})
