// Open pages show what others do without a reload, and recover when the connection breaks.
import type { Page, WebSocket, WebSocketRoute } from '@playwright/test'
import { encodePath } from '../helpers/client.ts'
import { expect, FilesPage, putFile, signIn, test } from './world.ts'

const EVENTS = /\/api\/events/

/** A second page in the same browser. */
async function openAlso(page: Page, path: string): Promise<FilesPage> {
  const also = new FilesPage(await page.context().newPage())
  await also.open(path)
  return also
}

/** Opens a folder and waits until the page receives its changes. Returns the socket. */
async function openHearing(files: FilesPage, path: string): Promise<WebSocket> {
  const opened = files.page
    .waitForEvent('websocket', (socket) => EVENTS.test(socket.url()))
    .then(async (socket) => {
      await socket.waitForEvent('framereceived')
      return socket
    })
  await files.open(path)
  return opened
}

test('what one page does shows on the other, which keeps its selection', async ({ files, folder, person }) => {
  await putFile(person, `${folder.path}/kept.txt`, 'x')
  await putFile(person, `${folder.path}/old.txt`, 'x')
  await openHearing(files, folder.path)
  await files.row('kept.txt').click()
  const also = await openAlso(files.page, folder.path)
  await also.row('old.txt').click()
  await also.page.keyboard.press('F2')
  await also.dialog.getByRole('textbox').fill('new.txt')
  await also.page.keyboard.press('Enter')
  await expect(files.row('new.txt')).toBeVisible()
  await expect(files.row('old.txt')).toBeHidden()
  await also.row('new.txt').click()
  await also.page.keyboard.press('Delete')
  await expect(files.row('new.txt')).toBeHidden()
  await putFile(person, `${folder.path}/box/inside.txt`, 'x')
  await expect(files.row('box')).toBeVisible()
  await expect(files.row('kept.txt')).toHaveAttribute('aria-selected', 'true')
  // The open folder itself is deleted.
  await files.open(`${folder.path}/box`)
  ;(await person.delete(`/api/resources${encodePath(`${folder.path}/box`)}`)).expect(204)
  await expect(files.page.getByText('404')).toBeVisible()
  await also.page.close()
})

test('a dialog stays undisturbed while somebody else changes the folder', async ({ files, folder, person }) => {
  await putFile(person, `${folder.path}/mine.txt`, 'x')
  const socket = await openHearing(files, folder.path)
  await files.row('mine.txt').click()
  await files.page.keyboard.press('F2')
  await files.dialog.getByRole('textbox').fill('better')
  const heard = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('other.txt'))
  await putFile(person, `${folder.path}/other.txt`, 'x')
  await heard
  await expect(files.dialog.getByRole('textbox')).toHaveValue('better')
  await files.page.keyboard.press('Escape')
  await expect(files.row('other.txt')).toBeVisible()
})

test('a page whose socket broke off catches up', async ({ files, folder, person, page }) => {
  const sockets: WebSocketRoute[] = []
  const heard = Promise.withResolvers<void>()
  let isRefused = false
  await page.routeWebSocket(EVENTS, (socket) => {
    sockets.push(socket)
    if (isRefused) return void socket.close()
    socket.connectToServer().onMessage((message) => {
      socket.send(message)
      heard.resolve()
    })
  })
  await files.open(folder.path)
  // A page that has heard of nothing yet has nothing to catch up from.
  await heard.promise
  await putFile(person, `${folder.path}/one.txt`, 'x')
  await expect(files.row('one.txt')).toBeVisible()
  isRefused = true
  await sockets.at(-1)?.close()
  await putFile(person, `${folder.path}/two.txt`, 'x')
  isRefused = false
  await expect(files.row('two.txt')).toBeVisible()
  await expect.poll(() => sockets.at(-1)?.url()).toContain('since=')
  await putFile(person, `${folder.path}/three.txt`, 'x')
  await expect(files.row('three.txt')).toBeVisible()
})

test('if sockets are refused, the page polls; if nothing answers, it says so', async ({
  files,
  folder,
  person,
  page,
}) => {
  await page.clock.install()
  await page.routeWebSocket(EVENTS, (socket) => void socket.close())
  await files.open(folder.path)
  await putFile(person, `${folder.path}/seen.txt`, 'x')
  await page.clock.runFor(16_000)
  await expect(files.row('seen.txt')).toBeVisible()
  const noConnection = page.getByText('No connection')
  await expect(noConnection).toBeHidden()
  // Any answer, as to one of the calls that poll, would be a sign of life.
  await page.route('**/api/**', (route) => route.abort())
  // A few seconds at a time: each try of the page really has to end before the page waits for the next one.
  async function passUntil(state: 'visible' | 'hidden'): Promise<void> {
    for (let passed = 0; passed < 70_000; passed += 5_000) {
      await page.clock.runFor(5_000)
      await noConnection.waitFor({ state, timeout: 200 }).catch(() => undefined)
    }
  }
  await passUntil('visible')
  await expect(noConnection).toBeVisible()
  await page.unroute('**/api/**')
  await passUntil('hidden')
  await expect(noConnection).toBeHidden()
})

test('an open text says when it was replaced, and when it is gone', async ({ files, folder, person, page }) => {
  const path = `${folder.path}/note.txt`
  await putFile(person, path, 'first words')
  await openHearing(files, folder.path)
  await files.row('note.txt').dblclick()
  await expect(page.getByText('first words')).toBeVisible()
  await putFile(person, path, 'second words, and more', Date.UTC(2026, 1, 1))
  await expect(page.getByText('second words, and more')).toBeVisible()
  await expect(files.toast('note.txt was replaced.')).toBeVisible()
  ;(await person.delete(`/api/resources${encodePath(path)}`)).expect(204)
  await expect(page.getByText('This file was moved or deleted while it was open.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the folder (Esc)' }).click()
  await expect(page).toHaveURL(new RegExp(`${encodePath(folder.path)}/$`))
})

test('a permission that is removed disappears from the page at once', async ({ browser, baseURL, site }) => {
  const [admin, ana] = [await site.adminClient(), await site.makePerson()]
  const page = await signIn(browser, baseURL, ana)
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  const record = (await admin.get(`/api/users/${ana.id}`)).expect(200).json<{ perm: object }>()
  const data = { ...record, perm: { ...record.perm, create: false } }
  ;(
    await admin.put(`/api/users/${ana.id}`, {
      what: 'user',
      which: ['perm'],
      current_password: site.admin.password,
      data,
    })
  ).expect(200)
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeHidden()
  await page.context().close()
})

test('a session that was ended elsewhere leads to the login at once', async ({ browser, baseURL, site }) => {
  const ana = await site.makePerson()
  const page = await signIn(browser, baseURL, ana)
  ;(await ana.delete('/api/sessions')).expect(204)
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.context().close()
})
