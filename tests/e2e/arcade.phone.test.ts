// The arcade on a phone: upright and on its side, by touch.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expectAccessible } from './axe.ts'
import { expect, putFile, test } from './world.ts'

const ROM = path.join(import.meta.dirname, '..', 'roms', 'test.gba')

test('a game is chosen and played by touch, upright and on the side', async ({ page, person }) => {
  test.slow()
  await putFile(person, '/ARCADE/gba/Touched.gba', await readFile(ROM))
  await page.goto('arcade')
  const game = page.getByRole('region', { name: 'Game Boy Advance' }).getByRole('link', { name: /^Touched/ })
  await expect(game).toBeVisible()
  await expectAccessible(page, 'the gallery on a phone')
  const box = await game.boundingBox()
  expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true])
  await page.goto(`arcade/emulator?rom=${encodeURIComponent('/ARCADE/gba/Touched.gba')}`)
  await expect(page.locator('[data-state="playing"] canvas')).toBeVisible({ timeout: 120_000 })
  const buttonA = page.locator('.ejs_virtualGamepad_parent .ejs_virtualGamepad_button', { hasText: /^A$/ })
  await expect(buttonA).toBeVisible()
  // The bar never covers the picture, and nothing leaves the screen.
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [bar, stage] = await Promise.all(['.game-bar', '.game-stage'].map((part) => page.locator(part).boundingBox()))
    if (!bar || !stage) throw new Error('a part is missing')
    expect(stage.x >= bar.x + bar.width || stage.y >= bar.y + bar.height).toBe(true)
    expect([stage.x + stage.width, stage.y + stage.height]).toEqual([width, height])
    await expect(page.getByRole('button', { name: 'Entrar en pantalla completa' })).toBeVisible()
    await expect(buttonA).toBeInViewport()
  }
})
