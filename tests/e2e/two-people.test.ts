// Two people at two browsers: neither sees the other's files, both see the shared folder, and permissions count.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, FilesPage, putFile, signIn, test } from './world.ts'

test("one person's files are not seen by another, shared files are", async ({ browser, baseURL, site }) => {
  const [ana, leo] = await Promise.all([site.makePerson(), site.makePerson()])
  const secret = `/diary ${Date.now()}.txt`
  const common = `/Shared/menu ${Date.now()}.txt`
  await putFile(ana, secret, 'mine')
  await putFile(ana, common, 'soup')
  const page = await signIn(browser, baseURL, leo)
  const files = new FilesPage(page)
  await expect(files.row('Shared')).toBeVisible()
  await expect(files.row(secret.slice(1))).toBeHidden()
  await page.goto(`files${encodeURI(secret)}`)
  await expect(page.getByText('404')).toBeVisible()
  await files.open('/Shared')
  await expect(files.row(common.slice(8))).toBeVisible()
  await page.context().close()
})

test('a person who may only look is offered nothing else', async ({ browser, baseURL, site }) => {
  const guest = await site.makePerson({
    perm: { create: false, rename: false, modify: false, delete: false, share: false, download: false },
  })
  const page = await signIn(browser, baseURL, guest)
  const files = new FilesPage(page)
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeHidden()
  await files.row('Shared').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeVisible()
  for (const name of ['Delete', 'Rename', 'Move to…', 'Copy to…', 'Download'])
    await expect(page.getByRole('menuitem', { name })).toBeHidden()
  await page.context().close()
})

test('an upload that is no longer allowed says so, and continues when it is', async ({ browser, baseURL, site }) => {
  const admin = await site.adminClient()
  const ana = await site.makePerson()
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-small-'))
  await writeFile(path.join(base, 'note.txt'), 'hello')
  const allow = async (create: boolean) => {
    const record = (await admin.get(`/api/users/${ana.id}`)).expect(200).json<{ perm: object }>()
    const data = { ...record, perm: { ...record.perm, create } }
    ;(
      await admin.put(`/api/users/${ana.id}`, {
        what: 'user',
        which: ['perm'],
        current_password: site.admin.password,
        data,
      })
    ).expect(200)
  }
  try {
    const page = await signIn(browser, baseURL, ana)
    const files = new FilesPage(page)
    const chooser = await files.openChooser('Upload files')
    await allow(false)
    await chooser.setFiles(path.join(base, 'note.txt'))
    await expect(files.tray.getByText('You do not have permission to upload here.')).toBeVisible()
    await allow(true)
    await files.tray.getByRole('button', { name: 'Retry note.txt' }).click()
    await expect(files.row('note.txt')).toBeVisible()
    await page.context().close()
  } finally {
    await rm(base, { recursive: true })
  }
})
