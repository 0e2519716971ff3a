import { expect, putFile, test } from './world.ts'
test('shots', async ({ page, files, folder, person }) => {
  const lines = Array.from({ length: 40 }, (_, n) => `const line${n} = ${n}`)
  await putFile(person, `${folder.path}/app.js`, lines.join('\n'))
  await files.open(folder.path)
  await files.row('app.js').dblclick()
  await expect(page.locator('.tok-keyword').first()).toBeVisible()
  await page.keyboard.type('let a = 1; ')
  await putFile(
    person,
    `${folder.path}/app.js`,
    lines.with(30, 'const other = 5').with(31, 'const next = 6').join('\n'),
  )
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.locator('.cm-deletedChunk').first()).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.screenshot({ path: `/tmp/h/editor.tmp/desk-diff-${theme}.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `/tmp/h/editor.tmp/phone-diff-${theme}.png` })
  }
})
