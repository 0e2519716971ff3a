// The activity: what people did with files, as another one sees it.
import { randomBytes } from 'node:crypto'
import { expect, putFile, signIn, test } from './world.ts'

test('shows who did what in the shared folder, live, and opens the place', async ({ page, site, files, folder }) => {
  const other = await site.makePerson({ username: `mia-${randomBytes(3).toString('hex')}` })
  const shared = `/Shared/${folder.name}`
  await putFile(other, `${shared}/plan.txt`, 'A')
  await putFile(other, '/diary.txt', 'A')
  await files.open(folder.path)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Extras' }).click()
  await page.getByRole('link', { name: /^Activity/ }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Who' }).selectOption(other.username)
  const today = page.getByRole('region', { name: 'Today' })
  const lines = today.getByRole('link')
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText('plan.txt')
  await expect(lines.first()).toContainText(`Added by ${other.username}`)
  await expect(lines.first()).toContainText(`Home › Shared › ${folder.name}`)
  await expect(page.getByText('diary.txt')).toHaveCount(0)
  // What happens now comes by itself, and joins what the same person did there just before.
  await putFile(other, `${shared}/guests.txt`, 'A')
  await expect(lines.first()).toContainText('guests.txt, plan.txt')
  ;(await other.delete(`/api/resources${encodeURI(shared)}/plan.txt`)).expect(204)
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText(`Deleted by ${other.username}`)
  // The filter is kept in the address.
  await page.getByRole('combobox', { name: 'What' }).selectOption('Copied')
  await expect(page.getByRole('heading', { name: 'No such activity' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No such activity' })).toBeVisible()
  await page.getByRole('combobox', { name: 'What' }).selectOption('Added')
  await lines.first().press('Enter')
  await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible()
  await expect(files.row('guests.txt')).toHaveAttribute('aria-selected', 'true')
})

test('names nobody and nothing to whom a rule hides it', async ({ browser, baseURL, site, folder }) => {
  const hidden = `/Shared/${folder.name}`
  const [writer, reader] = await Promise.all([
    site.makePerson(),
    site.makePerson({ rules: [{ regex: false, allow: false, path: hidden }] }),
  ])
  await putFile(writer, `${hidden}/secret.txt`, 'A')
  await putFile(writer, `/Shared/seen ${folder.name}.txt`, 'A')
  const page = await signIn(browser, baseURL, reader, { locale: 'en-US' })
  await page.goto('extras/activity?where=shared')
  await expect(page.getByText(`seen ${folder.name}.txt`)).toBeVisible()
  await expect(page.getByText('secret.txt')).toHaveCount(0)
  await page.context().close()
})
