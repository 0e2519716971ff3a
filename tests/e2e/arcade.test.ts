// The arcade: its gallery, and games of all four systems, played under the strict policy of their page from below a
// base path, with no request that leaves the house.
import type { Page } from '@playwright/test'
import { ROM_SYSTEMS } from '../../backend/contract/rom-systems.ts'
import { expectAccessible } from './axe.ts'
import { coloursOf, nameOf, openGame, pressA, readRom, savedWord, test } from './games.ts'
import { consoleErrors, expect, putFile, signIn } from './world.ts'

test.beforeAll(async ({ person }) => {
  for (const system of ROM_SYSTEMS)
    await putFile(person, `/Shared/ARCADE/${system}/Test, The (World).${system}`, await readRom(system))
})

/** Addresses that a page asks for outside of its own. */
function strangers(page: Page, door: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== new URL(door).origin) asked.push(request.url())
  })
  return asked
}

for (const system of ['gbc', 'gba', 'nds'] as const)
  test(`a game of ${system} shows its picture, and A changes it`, async ({ page, door }) => {
    test.slow()
    const asked = strangers(page, door)
    const troubles = consoleErrors(page)
    await openGame(page, `/Shared/ARCADE/${system}/Test, The (World).${system}`)
    const seen = async () => (await coloursOf(page, system === 'nds' ? 0.5 : 1)).map(nameOf)
    await expect.poll(seen).toEqual(['upper', 'fresh'])
    await page.keyboard.down('z')
    await expect.poll(seen).toEqual(['upper', 'pressed'])
    await page.keyboard.up('z')
    await expect.poll(seen).toEqual(['upper', system === 'nds' ? 'fresh' : 'saved'])
    expect(asked).toEqual([])
    // A game that was never saved has no save yet.
    expect(troubles.filter((words) => !words.includes('404'))).toEqual([])
  })

test('a game of gb shows its shades, and A turns them round', async ({ page, door }) => {
  test.slow()
  const asked = strangers(page, door)
  await openGame(page, '/Shared/ARCADE/gb/Test, The (World).gb')
  const isDarkBelow = async () => {
    const [upper, lower] = await coloursOf(page)
    return upper[1] - lower[1]
  }
  await expect.poll(isDarkBelow).toBeGreaterThan(60)
  await page.keyboard.down('z')
  await expect.poll(isDarkBelow).toBeLessThan(-60)
  await page.keyboard.up('z')
  expect(asked).toEqual([])
})

test('the gallery has a shelf for each system, and finds, marks and opens games', async ({ page, person, context }) => {
  await putFile(person, '/ARCADE/gb/Another Game (Europe).gb', await readRom('gb'))
  await page.goto('arcade')
  await expect(page).toHaveTitle(/^Emulador GB, GBC, GBA y NDS · /)
  for (const name of ['Game Boy Advance', 'Game Boy', 'Game Boy Color', 'Nintendo DS'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  const shelf = page.getByRole('region', { name: 'Game Boy', exact: true })
  await expect(shelf.getByRole('link', { name: /^Another Game/ })).toBeVisible()
  await expectAccessible(page, 'the gallery')

  // A new game shows by itself.
  await putFile(person, '/ARCADE/gb/Newest (Japan).gb', await readRom('gb'))
  await expect(shelf.getByRole('link', { name: /^Newest/ })).toBeVisible()

  // Arrows go from game to game.
  await shelf.getByRole('link').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(shelf.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('region', { name: 'Game Boy Advance' }).getByRole('link')).toBeFocused()

  await shelf.getByRole('button', { name: 'Favourite: Newest' }).click()
  const favourites = page.getByRole('region', { name: 'Favourites' })
  await expect(favourites.getByRole('link', { name: /^Newest/ })).toBeVisible()
  await favourites.getByRole('button', { name: 'Favourite: Newest' }).click()
  await expect(favourites).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search games' }).fill('another europe')
  await expect(page.getByRole('region', { name: 'Games found' }).getByRole('link')).toHaveCount(1)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^Another Game/ }).click(),
  ])
  await expect(tab).toHaveTitle(/^Emulador - Juego · /)
  await expect(tab.locator('[data-state="playing"] canvas')).toBeVisible({ timeout: 120_000 })
  await tab.close()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Another Game' })).toBeVisible()
})

test('games are added from the gallery', async ({ page, person }) => {
  await page.goto('arcade')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add games, ZIP files or covers to Nintendo DS' }).click()
  const mimeType = 'application/octet-stream'
  await (
    await chooser
  ).setFiles([
    { name: 'Brought.gbc', mimeType, buffer: await readRom('gbc') },
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no game') },
  ])
  const shelf = page.getByRole('region', { name: 'Game Boy Color' })
  await expect(shelf.getByRole('link', { name: /^Brought/ })).toBeVisible()
  await expect(page.getByText('One file was left out because it is not a game.')).toBeVisible()
  ;(await person.get('/api/resources/Shared/ARCADE/gbc/Brought.gbc')).expect(200)
})

test('a page without a game says so, and so does one for what is none', async ({ page, door }) => {
  const asked = strangers(page, door)
  await page.goto('arcade/emulator')
  const alert = page.getByRole('alertdialog')
  await expect(alert.getByText('No se especificó ROM para cargar')).toBeVisible()
  await expectAccessible(page, 'a page without a game')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/cloud\/arcade$/)
  for (const [rom, words] of [
    ['javascript:alert(1)//x.gba', 'This game is no longer here'],
    ['//evil.example/x.gba', 'This game is no longer here'],
    ['data:text/html,x', 'This file is not a game'],
    ['/api/users', 'This file is not a game'],
    ['x.gba"><script>alert(1)</script>', 'This file is not a game'],
    ['/none.gb', 'This game is no longer here'],
  ] as const) {
    await page.goto(`arcade/emulator?rom=${encodeURIComponent(rom)}`)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
  }
  await page.goto(`arcade/emulator?rom=${encodeURIComponent('../../api/users')}`)
  await expect(alert).toBeVisible()
  expect(asked).toEqual([])
})

test('the whole screen has its titles, and a second tab of one game warns', async ({ page, context }) => {
  test.slow()
  const rom = '/Shared/ARCADE/gba/Test, The (World).gba'
  await openGame(page, rom)
  await page.getByRole('button', { name: 'Entrar en pantalla completa' }).click()
  await page.getByRole('button', { name: 'Salir de pantalla completa' }).click()
  await expect(page.getByRole('button', { name: 'Entrar en pantalla completa' })).toBeVisible()
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('no screen'))
  })
  await page.getByRole('button', { name: 'Entrar en pantalla completa' }).click()
  await expect(page.getByRole('alertdialog').getByText('Error al activar pantalla completa: no screen')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  const other = await context.newPage()
  await other.goto(page.url())
  for (const tab of [page, other]) await expect(tab.getByText('This game is also open in another tab.')).toBeVisible()
  await other.close()
})

const SAVE = '/Saves/gb/Saving.srm'

test('what a game saves is a file of the person, and is there again next time', async ({ page, person }) => {
  test.slow()
  await putFile(person, '/ARCADE/gb/Saving.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Saving.gb')
  ;(await person.get(`/api/resources${SAVE}`)).expect(404)
  await pressA(page)
  await expect(savedWord(page)).toHaveText('Saved')
  const save = (await person.get(`/api/raw${SAVE}`)).expect(200).body
  expect([save.length, save[0]]).toEqual([8192, 0x42])
  // Its picture for the gallery follows; who leaves before has none.
  await expect.poll(async () => (await person.get('/api/resources/Saves/gb/Saving.png')).status).toBe(200)
  await page.reload()
  await expect(page.locator('[data-state="playing"] canvas')).toBeVisible({ timeout: 120_000 })
  // The lower half is light grey now, neither as at first nor as when A is pressed.
  await expect
    .poll(async () => {
      const [upper, lower] = await coloursOf(page)
      return upper[1] - lower[1] > 20 && upper[1] - lower[1] < 140
    })
    .toBe(true)

  // A moment of the game, with its picture.
  await page.getByRole('button', { name: 'Saves' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saves' })
  await dialog.getByRole('button', { name: 'Save here: slot 2' }).click()
  await expect(dialog.getByRole('button', { name: 'Load slot 2' })).toBeEnabled()
  const picture = dialog.getByRole('listitem').nth(1).locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expectAccessible(page, 'the saves')
  await dialog.getByRole('button', { name: 'Load slot 2' }).click()
  await expect(dialog).toBeHidden()
  for (const name of ['2.state', '2.png']) (await person.get(`/api/resources/Saves/gb/Saving/${name}`)).expect(200)

  // Shared with everybody, and used.
  await page.getByRole('button', { name: 'Saves' }).click()
  await dialog.getByRole('button', { name: 'Share with everybody' }).click()
  await expect(page.getByText('Shared: everybody can use this save now')).toBeVisible()
  const handed = (await person.get('/api/raw/Shared/ARCADE/Saves/gb/Saving.srm')).expect(200).body
  expect(handed.equals(save)).toBe(true)

  // The gallery goes on from there.
  await page.goto('arcade')
  const hero = page.getByRole('region', { name: 'Saving' })
  await expect(hero.getByRole('link', { name: 'Continue' })).toBeVisible()
  await expect(hero.getByText('saved Today')).toBeVisible()
  await expect(hero.locator('img.shot')).toBeVisible()
})

test('two devices that saved differently keep both, and the person chooses', async ({ page, context, person }) => {
  test.slow()
  const theirs = Buffer.alloc(8192, 7)
  theirs[0] = 1
  await putFile(person, '/ARCADE/gb/Twice.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Twice.gb')
  // This device has no connection: what it saves stays in the browser, even if the tab is gone.
  await context.setOffline(true)
  await pressA(page)
  await expect(savedWord(page)).toHaveText('Not saved yet: no connection')
  await page.close({ runBeforeUnload: false })
  await putFile(person, '/Saves/gb/Twice.srm', theirs)
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`arcade/emulator?rom=${encodeURIComponent('/ARCADE/gb/Twice.gb')}`)
  const question = again.getByRole('alertdialog', { name: 'There are two saves of this game' })
  await expect(question).toBeVisible()
  await expectAccessible(again, 'two saves')
  await question.getByRole('button', { name: /^This device/ }).click()
  await expect(again.locator('[data-state="playing"] canvas')).toBeVisible({ timeout: 120_000 })
  await expect(savedWord(again)).toHaveText('Saved')
  expect((await person.get('/api/raw/Saves/gb/Twice.srm')).expect(200).body[0]).toBe(0x42)
  expect((await person.get('/api/raw/Saves/gb/Twice%20(1).srm')).expect(200).body.equals(theirs)).toBe(true)
})

test('the hours that an administrator sets are told in time, and close the arcade', async ({
  browser,
  baseURL,
  site,
}) => {
  test.slow()
  const [child, admin] = [await site.makePerson(), await site.adminClient()]
  const clock = (minutes: number) => {
    const at = new Date(Date.now() + minutes * 60_000)
    return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  }
  const setHours = async (playHours: string) => {
    const data = { id: child.id, playHours }
    ;(await admin.put(`/api/users/${child.id}`, { what: 'user', which: ['playHours'], data })).expect(200)
  }
  await putFile(child, '/ARCADE/gb/Timed.gb', await readRom('gb'))
  await setHours(`${clock(-60)}-${clock(4)}`)
  const page = await signIn(browser, baseURL, child)
  await page.goto(`arcade/emulator?rom=${encodeURIComponent('/ARCADE/gb/Timed.gb')}`)
  await expect(page.getByText(/^The arcade closes in \d minutes/)).toBeVisible()
  await expect(page.locator('[data-state="playing"] canvas')).toBeVisible({ timeout: 120_000 })
  // The game is left by itself, and what it was like is kept.
  await setHours(`${clock(-60)}-${clock(-30)}`)
  const closed = page.getByRole('heading', { name: 'The arcade is closed now' })
  await expect(closed).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/cloud\/arcade$/)
  await expect(page.getByText(/Your files, including games and saves, are always available/)).toBeVisible()
  await expectAccessible(page, 'the closed arcade')
  ;(await child.get('/api/resources/Saves/gb/Timed/1.state')).expect(200)
  await page.goto(`arcade/emulator?rom=${encodeURIComponent('/ARCADE/gb/Timed.gb')}`)
  await expect(closed).toBeVisible()
  ;(await child.get('/api/raw/ARCADE/gb/Timed.gb')).expect(200)
  await page.context().close()
})
