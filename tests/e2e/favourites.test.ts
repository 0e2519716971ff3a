// Favourites and recent files: added from the menu, listed in the sidebar, on all pages of a person.
import type { ListedPlaces } from '../../backend/contract/places.ts'
import { encodePath } from '../helpers/client.ts'
import { expect, test } from './world.ts'

test('a favourite has a star, is in the sidebar, accepts drops, and follows its folder', async ({
  page,
  files,
  folder,
  person,
}) => {
  // Other tests of this person may have left some.
  const { items: left } = (await person.get('/api/favourites')).expect(200).json<ListedPlaces>()
  for (const { path } of left) (await person.delete(`/api/favourites${encodePath(path)}`)).expect(204)
  await person.post(`/api/resources${encodeURI(folder.path)}/Recipes/`)
  await person.post(`/api/resources${encodeURI(folder.path)}/soup.txt`, 'soup')
  await files.open(folder.path)
  await files.choose('Recipes', 'Add to favourites')
  await expect(files.toast('Added “Recipes” to favourites')).toBeVisible()
  const links = page.getByRole('list', { name: 'Favourites' })
  const link = links.getByRole('link', { name: 'Recipes' })
  await expect(link).toBeVisible()
  // It has a star in its folder, which is read out as well.
  const starred = page.getByRole('row', { name: /^Recipes, .*, Favourite$/ })
  await expect(starred.getByTitle('Favourite')).toBeVisible()
  await files.row('soup.txt').getByText('soup').dragTo(link)
  await expect(files.toast('Moved “soup.txt” to “Recipes”')).toBeVisible()
  await link.click()
  await expect(files.row('soup.txt')).toBeVisible()
  // After a rename elsewhere it has the new name without a reload.
  const renamed = encodeURIComponent(`${encodeURI(folder.path)}/Cooking`)
  await person.patch(`/api/resources${encodeURI(folder.path)}/Recipes?action=rename&destination=${renamed}`)
  await expect(links.getByRole('link', { name: 'Cooking' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Favourites' }).click()
  await expect(files.row('Cooking')).toBeVisible()
  await files.choose('Cooking', 'Remove from favourites')
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  const toast = page.locator('.toast', { hasText: 'Removed “Cooking” from favourites' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(files.row('Cooking')).toBeVisible()
  // A deleted favourite stays in the list, and is marked.
  await person.delete(`/api/resources${encodeURI(folder.path)}/Cooking`)
  await expect(page.getByRole('row', { name: /^Cooking, .*No longer there/ })).toBeVisible()
  await expect(links).toBeHidden()
  await page.getByRole('button', { name: 'Remove Cooking from this list' }).click()
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
})

test('opened and changed files are listed, the latest first', async ({ page, files, folder, person }) => {
  await person.post(`/api/resources${encodeURI(folder.path)}/read.txt`, 'read me')
  await person.post(`/api/resources${encodeURI(folder.path)}/unread.txt`, 'not yet')
  await files.open(folder.path)
  await files.row('read.txt').dblclick()
  await expect(page.getByText('read me')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Recent' }).click()
  await expect(files.row('read.txt')).toBeVisible()
  await expect(files.row('unread.txt')).toBeHidden()
  await page.getByRole('button', { name: 'Changed' }).click()
  await expect(files.row('unread.txt')).toBeVisible()
  await expect(page).toHaveURL(/\/recent\/changed$/)
  await page.getByRole('button', { name: 'Opened' }).click()
  // The file is in both lists, and the menu belongs to the row of one.
  await expect(files.row('unread.txt')).toBeHidden()
  await files.choose('read.txt', 'Show in folder')
  await expect(files.row('read.txt')).toHaveAttribute('aria-selected', 'true')
  await expect(files.row('unread.txt')).toBeVisible()
})
