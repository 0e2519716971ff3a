// Audio and video in Nido's own player: keys and buttons, the queue, resuming and errors.
import type { Locator } from '@playwright/test'
import { film, hasFfmpeg } from '../helpers/media.ts'
import { wavTone } from '../helpers/real-files.ts'
import { expect, makeLink, openAsGuest, putFile, test } from './world.ts'

const NO_FFMPEG = 'films are made by ffmpeg, which is not installed'
const MINUTE_S = 60

const read = <Field extends 'currentTime' | 'muted' | 'paused' | 'playbackRate' | 'readyState'>(
  media: Locator,
  field: Field,
) => media.evaluate((element: HTMLMediaElement, name) => element[name as Field], field)

test('songs of a folder play one after the other, at the chosen speed', async ({ page, files, folder, person }) => {
  for (const name of ['01 Ana - Dawn.wav', '02 Ana - Noon.wav', '03 Ana - Dusk.wav'])
    await putFile(person, `${folder.path}/${name}`, wavTone(name.length))
  await putFile(person, `${folder.path}/01 cover.txt`, 'no song')
  await files.open(folder.path)
  await files.row('01 Ana - Dawn.wav').dblclick()
  await expect(page.getByRole('heading', { name: '02 Ana - Noon.wav' })).toBeVisible()
  const title = () => page.evaluate(() => navigator.mediaSession.metadata?.title)
  await expect.poll(title).toBe('Dusk')
  await expect(page.getByRole('heading', { name: '03 Ana - Dusk.wav' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing after this' })).toBeDisabled()
  // The last one stays. `>` is the next faster speed.
  await expect(page.getByRole('button', { name: 'Play (K)' })).toBeVisible()
  await page.keyboard.press('>')
  await expect(page.getByRole('button', { name: 'Speed: 1.25×' })).toBeVisible()
  await page.getByRole('button', { name: 'Play previous: 02 Ana - Noon.wav' }).click()
  await expect(page.getByRole('heading', { name: '02 Ana - Noon.wav' })).toBeVisible()
  expect(await read(page.locator('audio'), 'playbackRate')).toBe(1.25)
})

test('a film is controlled with keys, and resumes where it was left', async ({ page, files, folder, person }) => {
  test.skip(!(await hasFfmpeg()), NO_FFMPEG)
  await putFile(person, `${folder.path}/film.webm`, await film('green', 2 * MINUTE_S, 'film.webm'))
  await files.open(folder.path)
  await files.row('film.webm').dblclick()
  const video = page.locator('video')
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(position).toBeEnabled()
  await page.getByRole('button', { name: 'Pause (K)' }).click()
  await page.keyboard.press('5')
  await expect(position).toHaveAttribute('aria-valuetext', '1:00 of 2:00')
  await page.keyboard.press('l')
  await page.keyboard.press('ArrowLeft')
  await expect(position).toHaveAttribute('aria-valuetext', '1:05 of 2:00')
  // These keys also work while the slider has the focus.
  await position.focus()
  await page.keyboard.press('j')
  await expect(position).toHaveAttribute('aria-valuetext', '0:55 of 2:00')
  await page.keyboard.press('m')
  expect(await read(video, 'muted')).toBe(true)
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await expect(video).toBeHidden()

  await files.row('film.webm').dblclick()
  await expect(page.getByText('Resumed at 0:55')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => read(video, 'currentTime')).toBeLessThan(30)
  await expect(page.getByText('Resumed at 0:55')).toBeHidden()
})

test('picture in picture continues while browsing, and returns to the stage', async ({
  page,
  files,
  folder,
  person,
}) => {
  test.skip(!(await hasFfmpeg()), NO_FFMPEG)
  await putFile(person, `${folder.path}/film.webm`, await film('green', MINUTE_S, 'film.webm'))
  await files.open(folder.path)
  await files.row('film.webm').dblclick()
  const video = page.locator('video')
  await expect.poll(() => read(video, 'readyState')).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Picture in picture' }).click()
  await expect(page.getByText('Playing in picture in picture')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files.row('film.webm')).toBeFocused()
  const left = await read(video, 'currentTime')
  await expect.poll(() => read(video, 'currentTime')).toBeGreaterThan(left)
  expect(await read(video, 'paused')).toBe(false)
  await files.row('film.webm').dblclick()
  await expect(video).toHaveCount(1)
  await expect(page.getByText('Playing in picture in picture')).toBeVisible()
  await page.evaluate(() => document.exitPictureInPicture())
  await expect(page.getByText('Playing in picture in picture')).toBeHidden()
})

test('a file that does not play says why, and recovers when possible', async ({
  page,
  context,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/a old.avi`, 'no film')
  await putFile(person, `${folder.path}/b tone.wav`, wavTone(7))
  await files.open(folder.path)
  await files.row('a old.avi').dblclick()
  await expect(page.getByText('Your browser cannot play this file')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.locator('.stage-card').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('a old.avi')
  await context.setOffline(true)
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', / of 0:01$/)
})

test('guests have the same player, with the subtitles of a shared folder', async ({
  browser,
  baseURL,
  folder,
  person,
}) => {
  test.skip(!(await hasFfmpeg()), NO_FFMPEG)
  await putFile(person, `${folder.path}/film.webm`, await film('green', 2, 'film.webm'))
  await putFile(person, `${folder.path}/film.es.srt`, '1\n00:00:00,100 --> 00:00:01,900\n¡Hola!\n')
  const { hash } = await makeLink(person, folder.path)
  const page = await openAsGuest(browser, baseURL, { url: `share/${hash}/film.webm` })
  await page.getByRole('button', { name: 'Subtitles (C)' }).click()
  await page.getByRole('menuitemradio', { name: 'Spanish' }).click()
  const words = () =>
    page
      .locator('video')
      .evaluate((media: HTMLVideoElement) => [...(media.textTracks[0]?.cues ?? [])].map((cue) => (cue as VTTCue).text))
  await expect.poll(words).toEqual(['¡Hola!'])
  // A film that is shared by itself does not start on its own and has no subtitles.
  await page.goto(`share/${(await makeLink(person, `${folder.path}/film.webm`)).hash}`)
  expect(await read(page.locator('video'), 'paused')).toBe(true)
  await expect(page.getByRole('button', { name: 'Subtitles (C)' })).toBeHidden()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', / of 0:02$/)
  await page.context().close()
})
