// 3D models on the stage: turned by hand, told in words where they cannot be shown.
import { gltfModel, stlModel } from '../helpers/models.ts'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, makeLink, openAsGuest, putFile, test } from './world.ts'

// Software draws them on test machines: the fewer pixels, the faster.
test.use({ viewport: { width: 800, height: 420 } })

test('a model is shown for its owner and a guest; others say what they lack', async ({
  browser,
  baseURL,
  page,
  files,
  folder,
  person,
}) => {
  test.slow()
  await putFile(person, `${folder.path}/a shape.gltf`, gltfModel())
  await putFile(person, `${folder.path}/b print.stl`, stlModel())
  await putFile(person, `${folder.path}/c parts.gltf`, gltfModel({ buffers: [{ byteLength: 72, uri: 'far.bin' }] }))
  await putFile(person, `${folder.path}/d packed.gltf`, gltfModel({ extensionsUsed: ['KHR_texture_basisu'] }))
  await putFile(person, `${folder.path}/e broken.glb`, Buffer.from([0, 1, 2, 3]))
  const troubles = consoleErrors(page)
  await files.open(folder.path)
  await files.row('a shape.gltf').dblclick()
  const zoomIn = page.getByRole('button', { name: 'Zoom in (+)' })
  await expect(zoomIn).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Turn by itself' })).toHaveAttribute('aria-pressed', 'false')
  await zoomIn.click()
  await page.keyboard.press('0')
  await page.getByRole('button', { name: 'Light background' }).click()
  await expectAccessible(page, 'a model')
  await page.getByRole('button', { name: 'Next: b print.stl' }).click()
  await expect(page.getByRole('heading', { name: 'b print.stl' })).toBeVisible()
  await expect(zoomIn).toBeVisible({ timeout: 60_000 })
  for (const [name, words] of [
    ['c parts.gltf', 'Parts of this model are in other files'],
    ['d packed.gltf', 'This model is compressed in a way that cannot be shown here'],
    ['e broken.glb', 'This file is damaged or cannot be read'],
  ] as const) {
    await page.getByRole('button', { name: `Next: ${name}` }).click()
    await expect(page.getByText(words)).toBeVisible()
  }
  expect(troubles).toEqual([])

  const { hash } = await makeLink(person, folder.path)
  const guest = await openAsGuest(browser, baseURL, { url: `share/${hash}/d%20packed.gltf` })
  await expect(guest.getByText('This model is compressed in a way that cannot be shown here')).toBeVisible()
  await guest.context().close()
})
