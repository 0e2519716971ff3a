// A person whose space is nearly used up: the bar warns, and an upload that does not fit says why and continues once
// there is room.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Usage } from '../../backend/contract/resources.ts'
import type { Settings } from '../../backend/contract/settings.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { expect, FilesPage, putFile, signIn, test, testAlone } from './world.ts'

const KIB = 1024
const SOON = { timeout: 1_000 }

test('the bar warns, and an upload without room says so until there is some', async ({ browser, baseURL, site }) => {
  const short = await site.makePerson({ quota: 1_000 * KIB })
  await putFile(short, '/kept.bin', Buffer.alloc(900 * KIB))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-quota-'))
  const page = await signIn(browser, baseURL, short)
  try {
    const bar = page.getByRole('progressbar', { name: 'Storage used' })
    await expect(bar).toHaveAttribute('aria-valuenow', '90')
    await expect(bar).toHaveClass(/warn/)
    await expect(page.getByText('of 1,000.00 KB').first()).toBeVisible()
    const files = new FilesPage(page)
    await files.row('kept.bin').click()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(files.toast(/There is not enough storage space/)).toBeVisible()

    await writeFile(path.join(folder, 'more.bin'), Buffer.alloc(200 * KIB, 'm'))
    await files.upload('Upload files', path.join(folder, 'more.bin'))
    await expect(files.tray.getByText('There is not enough storage space. Free some space, then retry.')).toBeVisible()
    await expect(files.tray.getByRole('progressbar', { name: 'All uploads' })).toHaveAttribute('aria-valuenow', '0')
    await expect(files.row('more.bin')).toBeHidden()

    ;(await short.delete('/api/resources/kept.bin')).expect(204)
    await files.tray
      .getByRole('button', { name: /^Retry/ })
      .first()
      .click()
    await expect(files.row('more.bin')).toBeVisible()
    await expect(bar).toHaveAttribute('aria-valuenow', '20')
  } finally {
    await page.context().close()
    await rm(folder, { recursive: true })
  }
})

testAlone(
  'C3: older versions and the shared folder have limits; the page shows both, and purging frees space',
  async ({ browser, baseURL, site }) => {
    const admin = await site.adminClient()
    const before = (await admin.get('/api/settings')).expect(200).json<Settings>()
    const short = await site.makePerson({ quota: 1_000 * KIB })
    const page = await signIn(browser, baseURL, admin)
    try {
      await page.goto('settings/global')
      const limit = page.getByRole('textbox', { name: 'Shared folder limit', exact: true })
      await limit.fill('lots')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(limit).toBeFocused()
      await limit.fill('1000 KB')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      expect((await admin.get('/api/settings')).json<Settings>().sharedLimit).toBe(1_000 * KIB)

      await page.goto(`settings/users/${short.id}`)
      const room = page.getByRole('textbox', { name: 'Storage for older versions and trash', exact: true })
      await expect(room).toHaveAttribute('placeholder', 'Same as the quota')
      await room.fill('500 KB')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect
        .poll(async () => (await admin.get(`/api/users/${short.id}`)).json<UserRecord>().historyLimit)
        .toBe(500 * KIB)
    } finally {
      await page.context().close()
    }

    // Other tests put something into it meanwhile.
    const sharedUsage = async () => {
      const { shared } = (await short.get('/api/usage')).expect(200).json<Usage>()
      return (shared?.used ?? 0) + (shared?.history ?? 0)
    }
    const tellsShared = (check: (used: number) => Promise<void>) =>
      expect(async () => {
        const used = await sharedUsage()
        expect(used).toBeGreaterThanOrEqual(300 * KIB)
        await check(used)
      }).toPass()
    await putFile(short, '/Shared/house.bin', Buffer.alloc(300 * KIB))
    await putFile(short, '/mine.bin', Buffer.alloc(450 * KIB))
    ;(await short.put('/api/resources/mine.bin', Buffer.alloc(10 * KIB))).expect(200)
    ;(await short.put('/api/resources/mine.bin', Buffer.alloc(10 * KIB))).expect(200)
    const own = await signIn(browser, baseURL, short)
    try {
      const files = new FilesPage(own)
      const [older, house] = [
        own.getByRole('progressbar', { name: 'Older versions and trash' }),
        own.getByRole('progressbar', { name: 'Shared', exact: true }),
      ]
      await expect(older).toHaveAttribute('aria-valuenow', '92')
      await expect(older).toHaveClass(/warn/)
      await tellsShared((used) =>
        expect(house).toHaveAttribute('aria-valuenow', String(Math.round(used / (10 * KIB))), SOON),
      )
      expect((await short.put('/api/resources/mine.bin', Buffer.alloc(500 * KIB))).status).toBe(200)
      expect((await short.put('/api/resources/mine.bin', Buffer.alloc(10 * KIB))).status).toBe(507)

      await own.getByRole('link', { name: 'Trash' }).click()
      const rooms = own.getByRole('region', { name: 'Storage for older versions and trash' })
      await expect(rooms.getByRole('progressbar', { name: 'Older versions and trash' })).toHaveAttribute(
        'aria-valuenow',
        '94',
      )
      await expect(rooms).toContainText('470.00 KB of 500.00 KB')
      await tellsShared((used) => expect(rooms).toContainText(`${(used / KIB).toFixed(2)} KB of 1,000.00 KB`, SOON))
      await expect(rooms).toContainText('Delete items for good to free some space')
      await own.getByRole('button', { name: 'Empty trash', exact: true }).click()
      await own
        .getByRole('dialog')
        .getByRole('button', { name: /^(Empty|Delete)/ })
        .click()
      await expect(rooms.getByRole('progressbar', { name: 'Older versions and trash' })).toHaveAttribute(
        'aria-valuenow',
        '0',
      )
      await expect(rooms).not.toContainText('Delete items for good to free some space')
      ;(await short.put('/api/resources/mine.bin', Buffer.alloc(10 * KIB))).expect(200)
      await own.getByRole('link', { name: 'My files' }).click()
      await expect(files.row('mine.bin')).toBeVisible()
      await expect(older).toHaveAttribute('aria-valuenow', '100')
    } finally {
      await own.context().close()
      ;(await admin.put('/api/settings', before)).expect(200)
    }
  },
)
