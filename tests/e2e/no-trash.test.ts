// A storage that keeps no versions has no trash, so deleting asks first.
import { startNido } from '../helpers/nido.ts'
import { useOtherS3 } from '../helpers/servers.ts'
import { expect, testAlone as test } from './world.ts'

const MIB = 1024 * 1024

const testWithoutTrash = test.extend({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const servers = await useOtherS3({ hasVersions: false })
      const nido = await startNido({ replicas: 1, servers })
      await use(nido)
      await nido.stop()
      await servers.stop()
    },
    // The first run on a machine builds the server.
    { scope: 'worker', timeout: 600_000 },
  ],
})

testWithoutTrash(
  'copies stay in the list until somebody really deletes them',
  async ({ page, files, folder, person }) => {
    const at = encodeURI(folder.path)
    const song = Buffer.alloc(MIB + 1_234, 1)
    for (const name of ['first', 'second', 'third']) await person.post(`/api/resources${at}/${name}.mp3`, song)
    await files.open(folder.path)
    await page.goto('extras/duplicates')
    await page.getByRole('button', { name: 'Compare contents' }).click()
    const group = page.getByRole('region', { name: /3 copies/ })
    await expect(group.getByRole('listitem')).toHaveCount(3)
    await group.getByRole('button', { name: /^Keep the oldest/ }).click()
    await expect(files.dialog.getByRole('heading', { name: 'Delete 2 items for good?' })).toBeVisible()
    await files.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(files.dialog).toBeHidden()
    await expect(group.getByRole('listitem')).toHaveCount(3)
    for (const name of ['first', 'second', 'third']) (await person.get(`/api/resources${at}/${name}.mp3`)).expect(200)
    await group.getByRole('button', { name: /^Keep the oldest/ }).click()
    await files.dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(group).toBeHidden()
    await expect(page.getByText('No duplicates')).toBeVisible()
  },
)
