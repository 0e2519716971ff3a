// The main task: from a person's disk to plain objects in the bucket and back.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { environment } from '../../scripts/lib/environment.ts'
import { openLine } from '../helpers/slow-line.ts'
import { makeLargeFile, makeRealFiles, sha256Of } from '../helpers/real-files.ts'
import { expect, test } from './world.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
const FILES = isFull ? 300 : 110
/** In many chunks. It arrives slowly enough for its progress to be seen. */
const LARGE_MB = isFull ? 300 : 60
const LARGE_BYTES = LARGE_MB * 1024 * 1024
const SECONDS = 5

test('a folder of many files and a large file are uploaded, and lie in the bucket unchanged', async ({
  page,
  files,
  folder,
  s3,
}) => {
  test.setTimeout(240_000)
  const brought = await makeRealFiles(FILES)
  const large = await makeLargeFile(LARGE_BYTES)
  try {
    await files.open(folder.path)
    await expect(page.getByText('It feels lonely here…')).toBeVisible()

    await files.upload('Upload a folder', brought.folder)
    await expect(files.tray.getByRole('heading', { name: `${FILES} files uploaded` })).toBeVisible({ timeout: 120_000 })
    await expect(files.row('Household')).toBeVisible()
    await files.tray.getByRole('button', { name: 'Close' }).click()

    const limitUploads = await openLine(page)
    await limitUploads(LARGE_BYTES / SECONDS)
    await files.upload('Upload files', large.file)
    const bar = files.tray.getByRole('progressbar', { name: 'All uploads' })
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
    await expect(files.tray.getByText(/\d+ % · .* of \d+\.00 MB/).first()).toBeVisible()
    await expect(files.tray.getByText(/MB\/s · 00:0\d:\d\d left/)).toBeVisible()
    await expect(page).toHaveTitle(/^\d+ % · /)
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible({ timeout: 120_000 })
    await expect(page).not.toHaveTitle(/%/)
    await expect(files.row('film.bin')).toContainText(`${LARGE_MB}.00 MB`)

    // A client that knows nothing of Nido looks at the bucket.
    const listed = await s3.list(folder.bucket, folder.prefix)
    const expected = [
      ...brought.files.map(({ relative }) => `${folder.prefix}Household/${relative}`),
      `${folder.prefix}film.bin`,
    ]
    expect(
      listed
        .map(({ key }) => key)
        .filter((key) => !key.endsWith('/'))
        .toSorted(),
    ).toEqual(expected.toSorted())
    for (const made of brought.files) {
      const key = `${folder.prefix}Household/${made.relative}`
      const [body, head] = await Promise.all([s3.get(folder.bucket, key), s3.head(folder.bucket, key)])
      expect(createHash('sha256').update(body).digest('hex'), key).toBe(made.sha256)
      expect(head.ContentType, key).toMatch(
        new RegExp(`^${made.type.replace('+', '\\+').replace('audio/wav', 'audio/(x-)?wav')}`),
      )
      expect(Math.round(Number(head.Metadata?.['mtime']) * 1000), key).toBe(made.modified)
    }
    const film = await s3.get(folder.bucket, `${folder.prefix}film.bin`)
    expect(createHash('sha256').update(film).digest('hex')).toBe(large.sha256)
    const head = await s3.head(folder.bucket, `${folder.prefix}film.bin`)
    expect(Math.floor(Number(head.Metadata?.['mtime']) * 1000)).toBe(large.modified)
  } finally {
    await Promise.all([brought.remove(), large.remove()])
  }
})

test('a download equals what was uploaded', async ({ page, files, folder }) => {
  const brought = await makeRealFiles(8)
  try {
    const made = brought.files.find(({ relative }) => relative.endsWith('.bin'))
    if (!made) throw new Error('no such file was made')
    const name = path.posix.basename(made.relative)
    await files.open(folder.path)
    await files.upload('Upload files', path.join(brought.folder, made.relative))
    await files.row(name).click()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Control+s')
    expect((await download).suggestedFilename()).toBe(name)
    expect(await sha256Of(await (await download).path())).toBe(made.sha256)
  } finally {
    await brought.remove()
  }
})

test('what another tool puts into the bucket is listed', async ({ files, folder, s3 }) => {
  await files.open(folder.path)
  await s3.put(folder.bucket, `${folder.prefix}from elsewhere.txt`, 'hello', {
    type: 'text/plain',
    metadata: { mtime: '1577934245.5' },
  })
  await s3.put(folder.bucket, `${folder.prefix}implied/deep.txt`, 'deep')
  await expect(files.row('from elsewhere.txt')).toBeVisible({ timeout: 40_000 })
  await expect(files.row('from elsewhere.txt')).toContainText('Jan 2, 2020')
  await expect(files.row('implied')).toBeVisible()
})
