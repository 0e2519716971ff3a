// What becomes of saves when something comes in between: a full quota, another device, a tab that is killed. And what a
// player has beside them: saves of others, screenshots, keys, controllers.
import type { Page } from '@playwright/test'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { Client } from '../helpers/client.ts'
import { coloursOf, nameOf, openGame, pressA, readRom, savedWord, test } from './games.ts'
import { expect, FilesPage, putFile, signIn } from './world.ts'

const KIB = 1024
/** What the test ROM for Game Boy keeps when A is pressed, in 8 KiB of memory. */
const SAVED_BYTE = 0x42
const SAVE_BYTES = 8 * KIB

const saveOf = (first: number, rest = 0): Buffer => {
  const save = Buffer.alloc(SAVE_BYTES, rest)
  save[0] = first
  return save
}
const bytesAt = async (person: Client, path: string) =>
  (await person.get(`/api/raw${encodeURI(path)}`)).expect(200).body
const gallery = (page: Page) => page.getByRole('button', { name: 'Saves' })
/** What the test ROM for Game Boy shows: whether A is pressed, and whether it ever was, by its save. */
const shownBy = async (page: Page): Promise<'fresh' | 'pressed' | 'saved'> => {
  const [upper, lower] = await coloursOf(page)
  const darker = upper[1] - lower[1]
  return darker < -60 ? 'pressed' : darker > 140 ? 'fresh' : 'saved'
}

test('a save without room is kept until there is some', async ({ browser, baseURL, site }) => {
  test.slow()
  const person = await site.makePerson({ quota: 400 * KIB })
  await putFile(person, '/ARCADE/gb/Full.gb', await readRom('gb'))
  await putFile(person, '/filler.bin', Buffer.alloc(363 * KIB))
  const page = await signIn(browser, baseURL, person, { locale: 'en-US' })
  await openGame(page, '/ARCADE/gb/Full.gb')
  await pressA(page)
  await expect(savedWord(page)).toHaveText('Not saved: no space left')
  ;(await person.get('/api/resources/Saves/gb/Full.srm')).expect(404)
  // The game goes on, and the page is not left without a word.
  await expect(page.locator('[data-state="playing"] canvas')).toBeVisible()
  ;(await person.delete('/api/resources/filler.bin')).expect(204)
  await expect(savedWord(page)).toHaveText('Saved', { timeout: 90_000 })
  expect((await bytesAt(person, '/Saves/gb/Full.srm'))[0]).toBe(SAVED_BYTE)
  await page.context().close()
})

test('a save that meets one of another device asks, and both stay', async ({ page, person }) => {
  test.slow()
  const theirs = saveOf(1, 7)
  await putFile(person, '/ARCADE/gb/Met.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Met.gb')
  // While this device plays, another one stores its own.
  await putFile(person, '/Saves/gb/Met.srm', theirs)
  await pressA(page)
  const question = page.getByRole('alertdialog', { name: 'There are two saves of this game' })
  await question.getByRole('button', { name: /^The other one/ }).click()
  await expect(question).toBeHidden()
  await expect(savedWord(page)).toHaveText('Saved')
  expect((await bytesAt(person, '/Saves/gb/Met.srm')).equals(theirs)).toBe(true)
  expect((await bytesAt(person, '/Saves/gb/Met (1).srm'))[0]).toBe(SAVED_BYTE)
  // The game goes on from the other save, in which A was never pressed.
  await expect.poll(() => shownBy(page)).toBe('fresh')
})

test('a tab that is killed while it saves loses nothing', async ({ page, context, person }) => {
  test.slow()
  await putFile(person, '/ARCADE/gb/Killed.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Killed.gb')
  const save = /\/api\/resources\/Saves\/gb\/Killed\.srm/
  const failed = page.waitForEvent('requestfailed', (request) => save.test(request.url()))
  // The save never leaves the browser. It is not held either: when a page closes, Chromium lets held requests go on.
  await page.route(save, (route) => route.abort())
  await pressA(page)
  await failed
  await page.close({ runBeforeUnload: false })
  ;(await person.get('/api/resources/Saves/gb/Killed.srm')).expect(404)
  const again = await context.newPage()
  await openGame(again, '/ARCADE/gb/Killed.gb')
  await expect(savedWord(again)).toHaveText('Saved')
  expect((await bytesAt(person, '/Saves/gb/Killed.srm'))[0]).toBe(SAVED_BYTE)
  await expect.poll(() => shownBy(again)).toBe('saved')
})

test('a save that somebody has shared is copied home, and the game goes on from it', async ({ page, site, person }) => {
  test.slow()
  const other = await site.makePerson()
  const shared = saveOf(SAVED_BYTE)
  await putFile(other, '/Shared/ARCADE/Saves/gb/Taken.srm', shared)
  await putFile(person, '/ARCADE/gb/Taken.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Taken.gb')
  await gallery(page).click()
  await page.getByRole('dialog', { name: 'Saves' }).getByRole('button', { name: 'Use the shared save' }).click()
  await expect(savedWord(page)).toHaveText('Saved')
  expect((await bytesAt(person, '/Saves/gb/Taken.srm')).equals(shared)).toBe(true)
  await expect.poll(() => shownBy(page)).toBe('saved')
})

test('a screenshot is a picture in the folder of the game', async ({ page, person }) => {
  test.slow()
  await putFile(person, '/ARCADE/gb/Shown.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Shown.gb')
  await gallery(page).click()
  const dialog = page.getByRole('dialog', { name: 'Saves' })
  await dialog.getByRole('button', { name: 'Screenshot' }).click()
  await expect(new FilesPage(page).toast('Screenshot saved')).toBeVisible()
  const { items } = (await person.get('/api/resources/Saves/gb/Shown/')).expect(200).json<FolderResource>()
  expect(items.map(({ name }) => name)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)])
  const picture = await bytesAt(person, items[0]?.path ?? '')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})

test('a game of Nintendo DS keeps its save, and its moments', async ({ page, person }) => {
  test.slow()
  const save = Buffer.alloc(512 * KIB, 3)
  save[0] = 9
  await putFile(person, '/ARCADE/nds/Kept.nds', await readRom('nds'))
  await putFile(person, '/Saves/nds/Kept.sav', save)
  await openGame(page, '/ARCADE/nds/Kept.nds')
  const seen = async () => (await coloursOf(page, 0.5)).map(nameOf)
  await expect.poll(seen).toEqual(['upper', 'fresh'])
  await gallery(page).click()
  const dialog = page.getByRole('dialog', { name: 'Saves' })
  await dialog.getByRole('button', { name: 'Save here: slot 1' }).click()
  await expect(dialog.getByRole('button', { name: 'Load slot 1' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Load slot 1' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(seen).toEqual(['upper', 'fresh'])
  // A game that writes nothing leaves its save alone.
  await page.close({ runBeforeUnload: false })
  expect((await bytesAt(person, '/Saves/nds/Kept.sav')).equals(save)).toBe(true)
})

test('a controller plays', async ({ page, person }) => {
  test.slow()
  await page.addInitScript(() => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }))
    const pad = { id: 'Test pad', index: 0, connected: true, mapping: 'standard', axes: [0, 0, 0, 0] }
    const testPad = { isThere: false, buttons }
    Object.assign(window, { testPad })
    // As browsers do it: each look is a new one, and a controller is there with its first button.
    navigator.getGamepads = () =>
      testPad.isThere
        ? [
            {
              ...pad,
              timestamp: performance.now(),
              buttons: buttons.map((button) => ({ ...button })),
            } as unknown as Gamepad,
          ]
        : []
  })
  const hold = (isDown: boolean) =>
    page.evaluate((pressed) => {
      const { testPad } = window as unknown as { testPad: { isThere: boolean; buttons: { pressed: boolean }[] } }
      testPad.isThere = true
      Object.assign(testPad.buttons[0] ?? {}, { pressed, value: Number(pressed) })
    }, isDown)
  await putFile(person, '/ARCADE/gb/Padded.gb', await readRom('gb'))
  await openGame(page, '/ARCADE/gb/Padded.gb')
  await expect.poll(() => shownBy(page)).toBe('fresh')
  await hold(false)
  // The emulator takes the controller for its first player, and lists it.
  await expect(page.getByText('Test pad').first()).toBeAttached()
  await hold(true)
  await expect.poll(() => shownBy(page)).toBe('pressed')
  await hold(false)
  await expect.poll(() => shownBy(page)).toBe('saved')
})

test('keys that a person has chosen are there on every device', async ({ page, browser, baseURL, site }) => {
  test.slow()
  const person = await site.makePerson()
  await putFile(person, '/ARCADE/gb/Keyed.gb', await readRom('gb'))
  const first = await signIn(browser, baseURL, person, { locale: 'en-US' })
  await openGame(first, '/ARCADE/gb/Keyed.gb')
  // As the emulator's own settings do it: A of the first player is K.
  await first.evaluate(() => {
    interface Emulator {
      controls: Record<number, Record<number, { value: number | string }>>
      setupKeys(): void
    }
    const { EJS_emulator: emulator } = window as unknown as { EJS_emulator: Emulator }
    Object.assign(emulator.controls[0]?.[8] ?? {}, { value: 'k' })
    emulator.setupKeys()
  })
  await expect.poll(async () => (await person.get('/api/resources/Saves/Controls.json')).status).toBe(200)
  await first.context().close()
  const second = await signIn(browser, baseURL, person, { locale: 'en-US' })
  await openGame(second, '/ARCADE/gb/Keyed.gb')
  await second.keyboard.down('z')
  await second.keyboard.up('z')
  await expect.poll(() => shownBy(second)).toBe('fresh')
  await second.keyboard.down('k')
  await expect.poll(() => shownBy(second)).toBe('pressed')
  await second.keyboard.up('k')
  await second.context().close()
  await page.close()
})
