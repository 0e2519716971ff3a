// What can happen to an upload on its way: conflicts, breaks, reloads, cancelling.
import { hash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { makeLargeFile } from '../helpers/real-files.ts'
import { openLine } from '../helpers/slow-line.ts'
import { expect, putFile, test } from './world.ts'

const LARGE_BYTES = 60 * 1024 * 1024
/** Bytes a second: slow enough for something to happen in the middle. */
const SLOW = LARGE_BYTES / 10

/** Writes some small files to the disk. */
async function onDisk(files: Record<string, string>): Promise<string> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-small-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(base, name)), { recursive: true })
    await writeFile(path.join(base, name), text)
  }
  return base
}

test('an upload continues after a reload, when its file is chosen again', async ({ page, files, folder, person }) => {
  const large = await makeLargeFile(LARGE_BYTES)
  const other = await onDisk({ 'other.bin': 'x' })
  const limitUploads = await openLine(page)
  await limitUploads(SLOW)
  try {
    await files.open(folder.path)
    await files.upload('Upload files', large.file)
    const bar = files.tray.getByRole('progressbar', { name: 'All uploads' })
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(40)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(files.tray.getByRole('heading', { name: 'One upload needs attention' })).toBeVisible()
    await expect(files.tray.getByText(/Interrupted at [2-9]\d %/)).toBeVisible()
    await expect(files.row('film.bin')).toBeHidden()
    await limitUploads(-1)

    const wrong = page.waitForEvent('filechooser')
    await files.tray.getByRole('button', { name: 'Choose film.bin again' }).click()
    await (await wrong).setFiles(path.join(other, 'other.bin'))
    await expect(files.tray.getByText('This is a different file')).toBeVisible()

    const offsets: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    })
    const right = page.waitForEvent('filechooser')
    await files.tray.getByRole('button', { name: 'Choose film.bin again' }).click()
    await (await right).setFiles(large.file)
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible({ timeout: 60_000 })
    expect(Math.min(...offsets)).toBeGreaterThan(LARGE_BYTES / 5)
    const sum = (await person.get(`/api/resources/${encodeURIComponent(folder.name)}/film.bin?checksum=sha256`))
      .expect(200)
      .json<{ checksums: { sha256: string } }>()
    expect(sum.checksums.sha256).toBe(large.sha256)
  } finally {
    await Promise.all([large.remove(), rm(other, { recursive: true })])
  }
})

test('an upload waits for the connection, and continues by itself', async ({ context, files, folder }) => {
  // A line that was made slow cannot be cut, so only its size makes the upload last.
  const large = await makeLargeFile(2 * LARGE_BYTES)
  try {
    await files.open(folder.path)
    await files.upload('Upload files', large.file)
    await expect(files.tray.getByText(/[1-9]\d? % · /).first()).toBeVisible()
    await context.setOffline(true)
    await expect(files.tray.getByText(/The connection was lost at \d+ %/)).toBeVisible({ timeout: 60_000 })
    await context.setOffline(false)
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible({ timeout: 60_000 })
    await expect(files.row('film.bin')).toBeVisible()
  } finally {
    await large.remove()
  }
})

test('an upload that breaks off says so, continues from there when it is retried, and gets a tick', async ({
  page,
  files,
  folder,
}) => {
  const large = await makeLargeFile(LARGE_BYTES)
  const offsets: number[] = []
  let isBroken = true
  await page.route('**/api/tus/**', (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    const offset = Number(request.headers()['upload-offset'])
    if (isBroken && offset > 0) return route.abort('connectionreset')
    offsets.push(offset)
    return route.continue()
  })
  try {
    await files.open(folder.path)
    await files.upload('Upload files', large.file)
    const row = files.tray.getByRole('listitem').filter({ hasText: 'film' })
    const lost = /^The connection was lost at [1-9]\d? % \(001 Connection aborted\)\. Retry to continue from there\.$/
    await expect(row.getByText(lost)).toBeVisible({ timeout: 60_000 })
    await expect(files.tray.getByRole('heading', { name: 'One upload needs attention' })).toBeVisible()
    isBroken = false
    await files.tray.getByRole('button', { name: 'Retry film.bin' }).click()
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible({ timeout: 60_000 })
    await expect(row.locator('.state.ok .icon')).toBeVisible()
    await expect(files.row('film.bin')).toBeVisible()
    // The first bytes were sent once.
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
  } finally {
    await large.remove()
  }
})

test('an upload does not go on with what another device has begun under its name', async ({
  page,
  files,
  folder,
  person,
}) => {
  const large = await makeLargeFile(LARGE_BYTES)
  const theirs = Buffer.alloc(LARGE_BYTES, 'theirs')
  const address = `/api/tus/${encodeURIComponent(folder.name)}/film.bin`
  const send = async (from: number, to: number) =>
    (
      await person.patch(address, theirs.subarray(from, to), {
        headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(from) },
      })
    ).expect(204)
  let isBroken = true
  await page.route('**/api/tus/**', (route) => {
    const request = route.request()
    const isLater = request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0'
    return isBroken && isLater ? route.abort('connectionreset') : route.continue()
  })
  try {
    await files.open(folder.path)
    await files.upload('Upload files', large.file)
    await expect(files.tray.getByText(/^The connection was lost at [1-9]\d? %/)).toBeVisible({ timeout: 60_000 })
    ;(await person.post(address, undefined, { headers: { 'Upload-Length': String(LARGE_BYTES) } })).expect(201)
    await send(0, LARGE_BYTES / 2)
    isBroken = false
    await files.tray.getByRole('button', { name: 'Retry film.bin' }).click()
    const words = 'Another device or page has begun to upload a file here. Retry to start over.'
    await expect(files.tray.getByText(words)).toBeVisible()
    await send(LARGE_BYTES / 2, LARGE_BYTES)
    await expect(files.row('film.bin')).toBeVisible()
    // Begun anew, it meets the file of the other one.
    await files.tray.getByRole('button', { name: 'Retry film.bin' }).click()
    await expect(files.dialog.getByRole('heading', { name: '“film.bin” already exists' })).toBeVisible()
    await files.dialog.getByRole('button', { name: 'Keep both' }).click()
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible({ timeout: 60_000 })
    const sum = async (name: string) =>
      (await person.get(`/api/resources/${encodeURIComponent(folder.name)}/${name}?checksum=sha256`))
        .expect(200)
        .json<{ checksums: { sha256: string } }>().checksums.sha256
    expect(await sum('film.bin')).toBe(hash('sha256', theirs))
    expect(await sum('film(1).bin')).toBe(large.sha256)
  } finally {
    await large.remove()
  }
})

test('an upload is paused, resumed and discarded', async ({ page, files, folder, s3 }) => {
  const large = await makeLargeFile(LARGE_BYTES)
  try {
    await files.open(folder.path)
    const limitUploads = await openLine(page)
    await limitUploads(SLOW)
    await files.upload('Upload files', large.file)
    await files.tray.getByRole('button', { name: 'Pause film.bin' }).click()
    await expect(files.tray.getByText(/Paused at \d+ %/)).toBeVisible()
    await expect(files.tray.getByRole('heading', { name: 'Uploads paused' })).toBeVisible()
    await files.tray.getByRole('button', { name: 'Resume film.bin' }).click()
    await expect(files.tray.getByRole('button', { name: 'Pause film.bin' })).toBeVisible()
    await files.tray.getByRole('button', { name: 'Minimise' }).click()
    await expect(files.tray).toBeHidden()
    await page.getByRole('button', { name: /^Show activity/ }).click()
    await files.tray.getByRole('button', { name: 'Abort uploads…' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.getByRole('dialog').getByRole('button', { name: 'Abort', exact: true }).click()
    await expect(files.tray).toBeHidden()
    await expect.poll(() => s3.unfinished(folder.bucket)).toEqual([])
    await expect(files.row('film.bin')).toBeHidden()
  } finally {
    await large.remove()
  }
})

test('taken names are asked about before bytes are sent, and folders merge', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/Trip/a.txt`, 'old a')
  await putFile(person, `${folder.path}/Trip/b.txt`, 'old b')
  await putFile(person, `${folder.path}/Trip/c.txt`, 'old c')
  const base = await onDisk({
    'Trip/a.txt': 'new a!',
    'Trip/b.txt': 'new b!',
    'Trip/c.txt': 'new c!',
    'Trip/d.txt': 'new d!',
  })
  try {
    await files.open(folder.path)
    await files.upload('Upload a folder', path.join(base, 'Trip'))
    await expect(files.dialog.getByText('3 names are already taken.')).toBeVisible()
    await files.dialog.getByRole('checkbox').uncheck()
    await files.dialog.getByRole('button', { name: 'Skip' }).click()
    await files.dialog.getByRole('button', { name: 'Keep both' }).click()
    await files.dialog.getByRole('button', { name: 'Replace' }).click()
    await expect(files.tray.getByRole('heading', { name: '3 files uploaded' })).toBeVisible()
    await files.open(`${folder.path}/Trip`)
    await expect.poll(() => files.names()).toEqual(['a.txt', 'b.txt', 'b(1).txt', 'c.txt', 'd.txt'])
    const text = async (name: string) =>
      (await person.get(`/api/raw/${encodeURIComponent(folder.name)}/Trip/${name}`)).expect(200).text
    expect([await text('a.txt'), await text('b.txt'), await text('b(1).txt'), await text('c.txt')]).toEqual([
      'old a',
      'old b',
      'new b!',
      'new c!',
    ])
    await page.goBack()
  } finally {
    await rm(base, { recursive: true })
  }
})

test('a name that is taken while the file is on its way is asked about again', async ({
  page,
  files,
  folder,
  person,
}) => {
  const base = await onDisk({ 'raced.txt': 'mine' })
  await page.route('**/api/resources/**/raced.txt**', async (route) => {
    if (route.request().method() === 'POST' && !route.request().url().includes('override=true'))
      await putFile(person, `${folder.path}/raced.txt`, 'theirs')
    await route.continue()
  })
  try {
    await files.open(folder.path)
    await files.upload('Upload files', path.join(base, 'raced.txt'))
    await expect(files.dialog.getByRole('heading', { name: '“raced.txt” already exists' })).toBeVisible()
    await files.dialog.getByRole('button', { name: 'Replace' }).click()
    await expect(files.tray.getByText('Replaced. The old version is kept')).toBeVisible()
    expect((await person.get(`/api/raw/${encodeURIComponent(folder.name)}/raced.txt`)).text).toBe('mine')
  } finally {
    await rm(base, { recursive: true })
  }
})

test('files and folders are dropped onto the page and onto a folder', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/Inbox/.keep`, '')
  const base = await onDisk({ 'one.txt': '1', 'Box/two.txt': '2' })
  await mkdir(path.join(base, 'Box', 'empty'))
  const drag = async (type: 'dragEnter' | 'dragOver' | 'drop', at: { x: number; y: number }, dropped: string[]) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: dropped, dragOperationsMask: 1 },
    })
    await session.detach()
  }
  const drop = async (at: { x: number; y: number }, dropped: string[]) => {
    await drag('dragEnter', at, dropped)
    // Again and again, as browsers do: what shows the card is fetched after the files.
    await expect(async () => {
      await drag('dragOver', at, dropped)
      await expect(page.getByText('Drop to upload')).toBeVisible({ timeout: 500 })
    }).toPass()
    await drag('drop', at, dropped)
    await expect(page.getByText('Drop to upload')).toBeHidden()
  }
  try {
    await files.open(folder.path)
    const row = await files.row('Inbox').boundingBox()
    if (!row) throw new Error('the row is not drawn')
    await drop({ x: row.x + 200, y: row.y + row.height / 2 }, [path.join(base, 'one.txt')])
    await expect(files.tray.getByRole('heading', { name: 'One file uploaded' })).toBeVisible()
    await drop({ x: 700, y: 600 }, [path.join(base, 'Box')])
    await expect(files.row('Box')).toBeVisible()
    await files.open(`${folder.path}/Box`)
    await expect.poll(() => files.names()).toEqual(['empty', 'two.txt'])
    await files.open(`${folder.path}/Inbox`)
    await expect(files.row('one.txt')).toBeVisible()
  } finally {
    await rm(base, { recursive: true })
  }
})

test('a file that is dropped before the scripts are there is uploaded once they are', async ({
  page,
  files,
  folder,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`files/${encodeURIComponent(folder.name)}/`, { waitUntil: 'commit' })
  await page.locator('.app.first').waitFor()
  const isOpened = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['early'], 'early.txt'))
    return document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  expect(isOpened).toBe(false)
  gate.resolve()
  await expect(files.row('early.txt')).toBeVisible()
})
