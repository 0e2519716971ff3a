// Games in a browser: a Nido below a base path, ROMs of our own, and what is seen on their canvas.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { RomSystem } from '../../backend/contract/rom-systems.ts'
import { startNido } from '../helpers/nido.ts'
import { ROM_COLOURS } from '../roms/colours.ts'
import { expect, test as base } from './world.ts'

const ROMS = path.join(import.meta.dirname, '..', 'roms')
export const readRom = (system: RomSystem) => readFile(path.join(ROMS, `test.${system}`))

/** A Nido of its own below a base path, with all games. */
export const test = base.extend<object, { site: Awaited<ReturnType<typeof startNido>>; door: string }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const nido = await startNido({ replicas: 1, settings: { BASE_URL: '/cloud' } })
      await use(nido)
      await nido.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  door: [({ site }, use) => use(site.urls[0] ?? ''), { scope: 'worker' }],
})

export type Colour = readonly [number, number, number]
/** Which colour of the games is seen. Cores show colours as the screens of the time did, so they are only near. */
export function nameOf(seen: Colour): string | undefined {
  const distance = (colour: Colour) => Math.hypot(...colour.map((part, index) => part * 8 - (seen[index] ?? 0)))
  return Object.entries(ROM_COLOURS).toSorted(([, a], [, b]) => distance(a) - distance(b))[0]?.[0]
}

/** The colours in the middle of the upper and the lower half of a part of the canvas. */
export async function coloursOf(page: Page, share = 1): Promise<[upper: Colour, lower: Colour]> {
  const canvas = page.locator('#game canvas')
  const picture = sharp(await canvas.screenshot()).removeAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const at = (height: number): Colour => {
    const from = (Math.floor(info.height * height) * info.width + Math.floor(info.width / 2)) * info.channels
    return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0]
  }
  return [at(0.25 * share), at(0.75 * share)]
}

/** Opens a game, and waits until it runs. */
export async function openGame(page: Page, rom: string): Promise<void> {
  await page.goto(`arcade/emulator?rom=${encodeURIComponent(rom)}`)
  await expect(page.locator('[data-state="playing"] canvas')).toBeVisible({ timeout: 120_000 })
}

/** Presses A, which lets the game save, and lets go when the picture shows it. */
export const pressA = async (page: Page) => {
  await page.keyboard.down('z')
  await page.waitForFunction(() => document.activeElement !== null)
  await expect.poll(async () => (await coloursOf(page))[1][1] - (await coloursOf(page))[0][1]).toBeGreaterThan(60)
  await page.keyboard.up('z')
}
/** Says whether the save is stored. */
export const savedWord = (page: Page) => page.locator('.save-word')
