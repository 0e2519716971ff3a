// A restore that is cancelled half-way. The server is held at a named point, so that "half-way" is certain.
import { startNido, type Site } from '../helpers/nido.ts'
import { type PointFiles, makePointFiles } from '../helpers/point-files.ts'
import { expect, putFile, testAlone } from './world.ts'

const test = testAlone.extend<object, { points: PointFiles; site: Site }>({
  points: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const points = await makePointFiles()
      await use(points)
      await points.remove()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ points }, use) => {
      const nido = await startNido({ replicas: 1, points: points.folder })
      await use(nido)
      await nido.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a restore is cancelled from the tray: what is back stays, the rest can be restored later', async ({
  page,
  files,
  folder,
  person,
  points,
}) => {
  const inFolder = (name: string) => `${encodeURIComponent(folder.name)}/${name}`
  const read = async (name: string) => (await person.get(`/api/raw/${inFolder(name)}`)).text
  for (const name of ['a.txt', 'b.txt']) {
    await putFile(person, `${folder.path}/letters/${name}`, 'older')
    await putFile(person, `${folder.path}/from/${name}`, 'new')
  }
  ;(
    await person.patch(
      `/api/resources/${inFolder('from')}?action=copy` +
        `&destination=${encodeURIComponent(`/${inFolder('letters')}`)}&override=true`,
    )
  ).expect(200)
  const point = await points.hold('restore.version', `${folder.bucket}/${folder.prefix}letters/b.txt`)

  await page.goto('trash')
  const row = page.getByRole('row', { name: /^a\.txt and one more, older version/ })
  const rest = files.row('b.txt').filter({ hasText: '5 B' })
  await row.hover()
  await row.getByRole('button', { name: /^Restore / }).click()
  await point.reached()
  await expect.poll(() => read('letters/a.txt')).toBe('older')
  const cancelled = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/api/operations/'),
  )
  await files.tray.getByRole('button', { name: /^Cancel / }).click()
  expect((await cancelled).status()).toBe(204)
  await point.release()

  await expect(files.tray).toContainText('Stopped. The rest is still in the trash.')
  expect(await read('letters/b.txt')).toBe('new')
  await expect(rest).toBeVisible()
  await rest.hover()
  await rest.getByRole('button', { name: /^Restore / }).click()
  await expect.poll(() => read('letters/b.txt')).toBe('older')
  expect(await read('letters/a.txt')).toBe('older')
})
