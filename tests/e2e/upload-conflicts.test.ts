// Uploading a file again, the folder that a conflict belongs to, and what the page shows afterwards.
import { mkdtemp, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type FilesPage, type OwnFolder, putFile, test } from './world.ts'

const MODIFIED = new Date(Date.UTC(2026, 0, 1))

/** Files on the disk, all with the same time. */
async function onDisk(files: Record<string, string>): Promise<string> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-conflicts-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(base, name)), { recursive: true })
    await writeFile(path.join(base, name), text)
    await utimes(path.join(base, name), MODIFIED, MODIFIED)
  }
  return base
}

test('the same file is recognised by its date or its content, and is skipped with Enter', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/dated.txt`, 'same', MODIFIED.getTime())
  await putFile(person, `${folder.path}/equal.txt`, 'equal', Date.UTC(2025, 0, 1))
  await putFile(person, `${folder.path}/other.txt`, 'other', Date.UTC(2025, 0, 1))
  const base = await onDisk({ 'dated.txt': 'same', 'equal.txt': 'equal', 'other.txt': 'OTHER' })
  try {
    await files.open(folder.path)
    for (const [name, isSame] of [
      ['dated.txt', true],
      ['equal.txt', true],
      ['other.txt', false],
    ] as const) {
      await files.upload('Upload files', path.join(base, name))
      await expect(files.dialog).toContainText(isSame ? 'Both are the same file' : 'stays in the trash')
      await expect(files.dialog.getByRole('button', { name: 'Skip' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(files.dialog).toBeHidden()
    }
    expect((await person.get(`/api/raw/${encodeURIComponent(folder.name)}/other.txt`)).text).toBe('other')
  } finally {
    await rm(base, { recursive: true })
  }
})

test('a conflict names its folder, and arrived files are selected', async ({ files, folder, person }) => {
  await putFile(person, `${folder.path}/Trip/Day 1/boat.txt`, 'old')
  await putFile(person, `${folder.path}/here before.txt`, 'x')
  const base = await onDisk({ 'Trip/Day 1/boat.txt': 'new!', 'alone.txt': 'x' })
  try {
    await files.open(folder.path)
    await files.upload('Upload a folder', path.join(base, 'Trip'))
    await expect(files.dialog).toContainText('In Day 1.')
    await files.dialog.getByRole('button', { name: 'Skip' }).click()
    await files.upload('Upload files', path.join(base, 'alone.txt'))
    await expect(files.row('alone.txt')).toHaveAttribute('aria-selected', 'true')
    await expect(files.row('here before.txt')).toHaveAttribute('aria-selected', 'false')
  } finally {
    await rm(base, { recursive: true })
  }
})

test('a pasted picture is named by the time', async ({ page, files, folder }) => {
  await files.open(folder.path)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(page.getByRole('row', { name: /^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png/ })).toBeVisible()
})

/** Opens a folder with such public settings, and has a deletion in it fail. */
async function failToDelete(files: FilesPage, folder: OwnFolder, settings: object): Promise<void> {
  const { page } = files
  await page.route('**/files/**', async (route) => {
    const response = await route.fetch()
    const body = Object.entries(settings).reduce(
      (text, [name, value]) => text.replace(new RegExp(`"${name}":[^,]*`), `"${name}":${JSON.stringify(value)}`),
      await response.text(),
    )
    await route.fulfill({ response, body })
  })
  await page.route('**/api/resources/**/a.txt', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('Delete')
  await expect(page.locator('.toast.bad')).toBeVisible()
}

const REPORT_URL = 'https://example.org/issues'

test('an error links to the address for reporting problems', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'x')
  await failToDelete(files, folder, { ReportURL: REPORT_URL, DisableExternal: false })
  await expect(page.getByRole('link', { name: 'Report issue' })).toHaveAttribute('href', REPORT_URL)
})

for (const [what, settings] of [
  ['there is no such address', { ReportURL: '' }],
  ['links to other sites are off', { ReportURL: REPORT_URL, DisableExternal: true }],
] as const)
  test(`it does not if ${what}`, async ({ page, files, folder, person }) => {
    await putFile(person, `${folder.path}/a.txt`, 'x')
    await failToDelete(files, folder, settings)
    await expect(page.getByRole('link', { name: 'Report issue' })).toBeHidden()
  })
