// A person whose room is short: the bar warns, an upload that does not fit says why, and goes through when there is room again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, FilesPage, putFile, signIn, test } from './world.ts'

const KIB = 1024

test('the bar warns, and what does not fit says so until there is room', async ({ browser, baseURL, site }) => {
  const short = await site.makePerson({ quota: 1_000 * KIB })
  await putFile(short, '/kept.bin', Buffer.alloc(900 * KIB))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-quota-'))
  const page = await signIn(browser, baseURL, short)
  try {
    const bar = page.getByRole('progressbar', { name: 'Storage used' })
    await expect(bar).toHaveAttribute('aria-valuenow', '90')
    await expect(bar).toHaveClass(/warn/)
    await expect(page.getByText('of 1,000.00 KB')).toBeVisible()
    const files = new FilesPage(page)
    await files.row('kept.bin').click()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(files.toast(/There is no room left/)).toBeVisible()

    await writeFile(path.join(folder, 'more.bin'), Buffer.alloc(200 * KIB, 'm'))
    await files.upload('Upload files', path.join(folder, 'more.bin'))
    await expect(files.tray.getByText('There is no room left. Free some space, then retry.')).toBeVisible()
    await expect(files.tray.getByRole('progressbar', { name: 'All uploads' })).toHaveAttribute('aria-valuenow', '0')
    await expect(files.row('more.bin')).toBeHidden();

    (await short.delete('/api/resources/kept.bin')).expect(204)
    await files.tray.getByRole('button', { name: /^Retry/ }).first().click()
    await expect(files.row('more.bin')).toBeVisible()
    await expect(bar).toHaveAttribute('aria-valuenow', '20')
  } finally {
    await page.context().close()
    await rm(folder, { recursive: true })
  }
})
