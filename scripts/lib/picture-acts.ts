// What happens on a screen before its picture is taken (picture-screens.ts).
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page, Route } from 'playwright'
import { chooseLocale } from '../../backend/contract/locales.ts'
import type { Client } from '../../tests/helpers/client.ts'
import { lengthened, PSEUDO_MARK } from '../../tests/helpers/pseudo-language.ts'
import { ROOT } from './places.ts'

/** Positions in the home. */
export const DOCUMENTS = 0
export const BALCONY = 7
export const LIST = 9
export const SUNSET = 10

const row = (page: Page, index: number) => page.locator(`[data-index="${index}"]`)

export const press = (key: string) => (page: Page) => page.keyboard.press(key)

export async function startSlideshow(page: Page): Promise<void> {
  await page.locator('.canvas img').waitFor()
  await page.keyboard.press('s')
  await page.locator('.slideshow-bar').waitFor()
}

/** Presses a key that opens a dialog. */
export const ask = (key: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

/** Does so while some items are selected. */
export const askAbout =
  (indexes: readonly number[], key: string) =>
  async (page: Page): Promise<void> => {
    await select(page, indexes)
    await ask(key)(page)
  }

async function select(page: Page, indexes: readonly number[]): Promise<void> {
  for (const index of indexes) {
    await row(page, index).focus()
    await page.keyboard.press(' ')
  }
}

export const pick = (page: Page) => select(page, [BALCONY, BALCONY + 1])

export const openMenu = (page: Page) => row(page, BALCONY).click({ button: 'right' })

type Texts = { [key: string]: string | Texts }

/** A text in the language of the page; in English if it lacks that one. */
async function textOf(page: Page, key: string): Promise<string> {
  const isPseudo = await page.evaluate((mark) => mark in window, PSEUDO_MARK)
  if (isPseudo) return lengthened(await textIn(['en'], key))
  return textIn([chooseLocale([await page.evaluate(() => document.documentElement.lang)]), 'en'], key)
}

/** A text in the first of some languages that has it. */
async function textIn(locales: readonly string[], key: string): Promise<string> {
  for (const locale of locales) {
    const file = path.join(ROOT, 'frontend', 'src', 'i18n', 'locales', `${locale}.json`)
    const all = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Texts
    const text = key
      .split('.')
      .reduce<string | Texts | undefined>((texts, part) => (typeof texts === 'object' ? texts[part] : undefined), all)
    if (typeof text === 'string') return text
  }
  throw new Error(`there is no text ${key}`)
}

/** Chooses a command from a row's menu. */
async function command(page: Page, index: number, key: string): Promise<void> {
  await row(page, index).click({ button: 'right' })
  const name = await textOf(page, key)
  await page.getByRole('menuitem').filter({ hasText: name }).first().click()
}

/** Chooses a command that opens a dialog. */
export const choose = (index: number, key: string) => async (page: Page) => {
  await command(page, index, key)
  await page.getByRole('dialog').waitFor()
}

export async function compare(page: Page): Promise<void> {
  await select(page, [BALCONY + 1, LIST])
  await command(page, LIST, 'dialog.compare.action')
  await page.locator('.cm-changedLine').first().waitFor()
}

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('IMG')
  await page.getByRole('option').first().waitFor()
}

export const openOptions = (page: Page) => page.locator('.panel-head [aria-haspopup="dialog"]').last().click()

/** Uploads files by pasting them. */
async function upload(page: Page, names: readonly string[]): Promise<void> {
  await row(page, DOCUMENTS).waitFor()
  await page.evaluate((all) => {
    const clipboardData = new DataTransfer()
    for (const name of all) clipboardData.items.add(new File(['x'.repeat(3_000)], name))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, names)
}

export async function meetConflict(page: Page): Promise<void> {
  await upload(page, ['Shopping list.txt', 'Holiday plans.md'])
  await page.getByRole('dialog').waitFor()
}

const UPLOADS = /override=|\/api\/tus/
const held: Route[] = []

/** Uploads that do not go on. */
export async function fillTray(page: Page): Promise<void> {
  await page.route(UPLOADS, (route) => void held.push(route))
  await upload(page, ['Garden plan.pdf', 'Letter to the school.docx', 'Ferry tickets.pdf', 'Recipes of grandma.txt'])
  await page.getByRole('listitem').first().waitFor()
}

/** They would go on when the page closes. */
export async function breakOff(page: Page): Promise<void> {
  await page.route(UPLOADS, (route) => route.abort())
  for (const route of held.splice(0)) await route.abort()
}

export async function failToLogIn(page: Page): Promise<void> {
  await page.locator('input[type="password"]').fill('wrong')
  await page.locator('input').first().fill('marta')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').first().waitFor()
}

export const makeFile = (page: Page) => page.locator('.sidebar .acts button').last().click()

export const openAdding = (page: Page) => page.locator('.bottombar button').first().click()

export const waitForVideos = (page: Page) => page.frameLocator('iframe').locator('main').waitFor()

export const openDrawer = (page: Page) => page.locator('.bottombar button[aria-haspopup="dialog"]').click()

const MINUTE_MS = 60_000

/** An event that begins in five minutes, so that its reminder is shown. */
export async function beReminded(page: Page, person: Client): Promise<void> {
  const begin = Math.ceil(Date.now() / MINUTE_MS + 5) * MINUTE_MS
  const [start, end] = [begin, begin + 30 * MINUTE_MS].map((ms) => new Date(ms).toISOString().slice(0, 16))
  const event = { calendar: `own-${person.id}`, title: 'Dentist', place: 'High street 4', allDay: false, zone: 'UTC' }
  ;(await person.post('/api/calendar/events', { ...event, start, end, reminders: [10] })).expect(200)
  await page.getByRole('article', { name: 'Dentist' }).waitFor()
}

/** Answered for good, so that no other picture shows it. */
export async function answerReminder(page: Page): Promise<void> {
  await page.getByRole('article', { name: 'Dentist' }).getByRole('button').last().click()
  await page.getByRole('article', { name: 'Dentist' }).waitFor({ state: 'detached' })
}

/** Opens "My calendars", and there what makes an outside calendar. */
export async function openCalendars(page: Page): Promise<void> {
  await page
    .locator('.cal-head')
    .getByRole('button', { name: await textOf(page, 'calendar.more') })
    .click()
  await page
    .getByRole('menuitem')
    .filter({ hasText: await textOf(page, 'calendar.manage') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: await textOf(page, 'calendar.outside.kinds.holidays') })
    .click()
}

export async function openEvent(page: Page): Promise<void> {
  await page.locator('.cal-event').first().click()
  await page.getByRole('dialog').waitFor()
}
