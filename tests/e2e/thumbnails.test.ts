// Small pictures in a listing, larger ones on the stage, and subtitles under a film.
import sharp from 'sharp'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { HEIC } from '../helpers/heic.ts'
import { film, hasFfmpeg } from '../helpers/media.ts'
import { expect, holdRequests, putFile, test } from './world.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c63' } })
    .jpeg()
    .toBuffer()

test('pictures show in their rows; files without a preview keep their icon, and no row moves', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/a photo.jpg`, await photo(2400, 1600))
  await putFile(person, `${folder.path}/b broken.jpg`, 'no picture')
  await putFile(person, `${folder.path}/c note.txt`, 'words')
  const letThrough = await holdRequests(page, '**/api/preview/**')
  await files.open(folder.path)
  const photoRow = files.row('a photo.jpg')
  await expect(photoRow.locator('.thumb .icon')).toBeVisible()
  const before = await files.row('c note.txt').boundingBox()
  const broken = page.waitForResponse((response) => response.url().includes('b%20broken.jpg'))
  letThrough()
  await expect(photoRow.locator('.thumb-picture.is-ready img')).toBeVisible()
  expect((await broken).status()).toBe(415)
  await expect(files.row('b broken.jpg').locator('.thumb img')).toHaveCount(0)
  await expect(files.row('b broken.jpg').locator('.thumb .icon')).toBeVisible()
  await expect(files.row('c note.txt').locator('.thumb img')).toHaveCount(0)
  expect(await files.row('c note.txt').boundingBox()).toEqual(before)
})

test('only rows in view request their pictures', async ({ page, files, folder, s3 }) => {
  const body = await photo(40, 30)
  const names = Array.from({ length: 160 }, (_, number) => `${String(number).padStart(3, '0')}.jpg`)
  await mapParallel(names, 8, (name, number) =>
    s3.put(folder.bucket, folder.prefix + name, Buffer.concat([body, Buffer.alloc(number)])),
  )
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('/api/preview/')) asked.add(request.url())
  })
  await files.open(folder.path)
  // The newest request is served first, so once the top row has its picture, all have.
  await expect(files.row('000.jpg').locator('.is-ready')).toBeVisible({ timeout: 60_000 })
  expect(asked.size).toBeLessThan(80)
})

test('a large picture comes in the size of the stage, and in full size when zoomed', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/photo.jpg`, await photo(2400, 1600))
  await putFile(
    person,
    `${folder.path}/scan.tiff`,
    await sharp({ create: { width: 1500, height: 900, channels: 3, background: '#369' } })
      .tiff()
      .toBuffer(),
  )
  await files.open(folder.path)
  await files.row('photo.jpg').dblclick()
  const picture = page.getByRole('img', { name: 'photo.jpg' })
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(1600)
  const box = await picture.boundingBox()
  await page.keyboard.press('+')
  await expect.poll(width).toBe(2400)
  await page.keyboard.press('0')
  await expect(picture).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)')
  expect(await picture.boundingBox()).toEqual(box)
  await page.keyboard.press('i')
  await expect(page.getByRole('complementary', { name: 'Info' })).toContainText('2400 × 1600')
  // Only one browser shows TIFF itself; all show its preview.
  await page.keyboard.press('ArrowRight')
  const scan = page.getByRole('img', { name: 'scan.tiff' })
  await expect.poll(() => scan.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1500)
  await page.keyboard.press('+')
  await expect(scan).toBeVisible()
})

test("a phone's photo shows in its row and on the stage, also zoomed", async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/phone.heic`, HEIC)
  await files.open(folder.path)
  await expect(files.row('phone.heic').locator('.thumb-picture.is-ready img')).toBeVisible()
  await files.row('phone.heic').dblclick()
  const picture = page.getByRole('img', { name: 'phone.heic' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await page.keyboard.press('+')
  await expect.poll(() => picture.getAttribute('src')).toContain('width=3840')
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
})

test('the info of a photo shows what the camera recorded, and where it was taken', async ({
  page,
  files,
  folder,
  person,
}) => {
  const camera = {
    IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
    IFD2: { FNumber: '18/10', ExposureTime: '1/250', DateTimeOriginal: '2026:05:03 10:11:12' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 0/1 0/1' },
  }
  await putFile(
    person,
    `${folder.path}/beach.jpg`,
    await sharp(await photo(300, 200))
      .withExif(camera)
      .toBuffer(),
  )
  await putFile(person, `${folder.path}/plain.jpg`, await photo(300, 200))
  await files.open(folder.path)
  await files.row('beach.jpg').click()
  await page.keyboard.press('Alt+i')
  const info = page.getByRole('complementary', { name: 'Info' })
  await expect(info).toContainText('Canon EOS R6')
  await expect(info).toContainText('ƒ/1.8 · 1/250 s')
  await expect(info.getByRole('link', { name: '48.50000° N, 9.00000° E' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\//,
  )
  await files.row('plain.jpg').click()
  await expect(info).toContainText('plain.jpg')
  await expect(info).not.toContainText('Canon')
})

test.describe('on a screen of double density', () => {
  test.use({ deviceScaleFactor: 2 })

  test('a picture is as sharp as the screen', async ({ page, files, folder, person }) => {
    await putFile(person, `${folder.path}/photo.jpg`, await photo(5000, 3000))
    await files.open(folder.path)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/preview/big/'))
        asked.push(new URL(request.url()).searchParams.get('width') ?? '')
    })
    await files.row('photo.jpg').dblclick()
    const picture = page.getByRole('img', { name: 'photo.jpg' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(3840)
    expect(asked).toEqual(['3840'])
  })
})

test('a film has a still in its row and its subtitles in the player', async ({ page, files, folder, person }) => {
  test.skip(!(await hasFfmpeg()), 'films are made by ffmpeg, which is not installed')
  await putFile(person, `${folder.path}/film.webm`, await film('green', 2, 'film.webm'))
  await putFile(person, `${folder.path}/film.es.srt`, '1\n00:00:00,100 --> 00:00:01,900\n¡Hola!\n')
  await files.open(folder.path)
  await expect(files.row('film.webm').locator('.is-ready .play')).toBeVisible()
  await files.row('film.webm').dblclick()
  const video = page.locator('video')
  await expect(video.locator('track')).toHaveAttribute('label', 'Spanish')
  await expect(video.locator('track')).toHaveAttribute('srclang', 'es')
  await page.keyboard.press('c')
  await expect
    .poll(() =>
      video.evaluate((media: HTMLVideoElement) =>
        [...(media.textTracks[0]?.cues ?? [])].map((cue) => (cue as VTTCue).text),
      ),
    )
    .toEqual(['¡Hola!'])
  await page.keyboard.press('c')
  expect(await video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.mode)).toBe('disabled')
})
