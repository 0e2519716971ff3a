// The player on a touch screen.
import { film, hasFfmpeg } from '../helpers/media.ts'
import { expect, putFile, test } from './world.ts'

test('a double tap at the side of a film seeks, and the controls fit', async ({ page, files, folder, person }) => {
  test.skip(!(await hasFfmpeg()), 'films are made by ffmpeg, which is not installed')
  await putFile(person, `${folder.path}/film.webm`, await film('green', 60, 'film.webm'))
  await files.open(folder.path)
  await files.row('film.webm').tap()
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(position).toBeEnabled()
  await page.getByRole('button', { name: 'Pause (K)' }).tap()
  await page.keyboard.press('0')
  await expect(position).toHaveAttribute('aria-valuetext', '0:00 of 1:00')
  const screen = page.locator('.player-slot')
  const box = await screen.boundingBox()
  const right = [(box?.x ?? 0) + (box?.width ?? 0) * 0.9, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const
  // The first tap starts the paused film. Both are sent at once: on a busy machine the second would come too late.
  await Promise.all([page.touchscreen.tap(...right), page.touchscreen.tap(...right)])
  await expect(position).toHaveAttribute('aria-valuetext', /^0:1\d of 1:00$/)
  for (const name of ['Full screen (F)', 'Speed: 1×', 'Mute (M)'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
})
