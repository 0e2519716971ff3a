// Attacks that only a browser can show, by the ids of the attack cases: scripts in content and in names, frames,
// redirects.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { encodePath } from '../helpers/client.ts'
import { expect, FilesPage, makeFolder, putFile, signIn, test } from './world.ts'

/** What a script does when it runs. Each effect is visible. */
const RUN = "alert(1);document.title='RAN';new Image().src='/RAN';fetch('/RAN')"
const MARKUP = `<img src=x onerror="${RUN.split(';', 1)[0] ?? ''}">`

/** Collects what scripts did that should not have run, in words. */
function watch(context: BrowserContext): string[] {
  const troubles: string[] = []
  context.on('request', (request) => {
    if (/RAN|evil/.test(new URL(request.url()).host + new URL(request.url()).pathname.replace(/.*\/evil\.\w+$/, '')))
      troubles.push(request.url())
  })
  context.on('dialog', (dialog) => {
    troubles.push(dialog.message())
    void dialog.dismiss()
  })
  return troubles
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  'evil.html':
    `<!doctype html><title>quiet</title><meta http-equiv="refresh" content="0;url=javascript:${RUN}` +
    `"><body onload="${RUN}"><script>${RUN}</script><img src=x onerror="${RUN}"><iframe ` +
    `srcdoc="<script>parent.document.title='RAN'</script>"></iframe><object data="javascript:${RUN}` +
    '"></object>',
  'evil.svg':
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><title>quiet</title><script>${RUN}` +
    `</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${RUN}` +
    '"/></foreignObject></svg>',
  'evil.xhtml':
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>quiet</title><script>${RUN}` +
    `</script></head><body onload="${RUN}"/></html>`,
  'evil.xml': `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="evil.xsl?inline=true"?><x/>`,
  'evil.xsl':
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template ' +
    `match="/"><html><script>${RUN}</script></html></xsl:template></xsl:stylesheet>`,
}

/** Checks a document opened by itself: nothing in it ran, and it has no origin. */
async function expectHarmless(page: Page, troubles: string[]): Promise<void> {
  expect(troubles).toEqual([])
  expect(await page.title()).not.toBe('RAN')
  expect(await page.evaluate(() => self.origin)).toBe('null')
  expect(
    await page.evaluate(() => {
      try {
        return localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    }),
  ).toBe('SecurityError')
}

test('X01, X09: documents that are opened by themselves run nothing, for their owner and for guests', async ({
  context,
  page,
  browser,
  baseURL,
  folder,
  person,
}) => {
  for (const [name, text] of Object.entries(DOCUMENTS)) await putFile(person, `${folder.path}/${name}`, text)
  const { hash } = (await person.post(`/api/share${encodePath(folder.path)}`, {})).expect(200).json<ShareLink>()
  const guests = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const guest = await guests.newPage()
  const [troubles, troublesOfGuests] = [watch(context), watch(guests)]
  for (const name of Object.keys(DOCUMENTS)) {
    await page.goto(`api/raw${encodePath(folder.path)}/${name}?inline=true`)
    await expectHarmless(page, troubles)
    await guest.goto(`api/public/dl/${hash}/${name}?inline=true`)
    await expectHarmless(guest, troublesOfGuests)
  }
  await guests.close()
  // The same document from elsewhere does run, which shows that the checks above work.
  await page.route('**/control.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: DOCUMENTS['evil.html'] ?? '' }),
  )
  await page.goto('control.html')
  await expect(page).toHaveTitle('RAN')
  expect(troubles).toContain('1')
})

test('X05: documents that are opened in the page run nothing, and load nothing from other sites', async ({
  context,
  page,
  files,
  folder,
  person,
}) => {
  const texts = {
    'a.csv': `=HYPERLINK("javascript:${RUN}"),${MARKUP}`,
    'b.html': DOCUMENTS['evil.html'] ?? '',
    'c.md': `# ${MARKUP}\n[x](javascript:${RUN}) ![x](http://evil.example/RAN.png) <script>${RUN}</script>`,
    'd.srt': `1\n00:00:00,000 --> 00:00:09,000\n${MARKUP}<script>${RUN}</script>\n`,
    'e.vtt': `WEBVTT\n\n00:00.000 --> 00:09.000\n${MARKUP}\n`,
  }
  for (const [name, text] of Object.entries(texts)) await putFile(person, `${folder.path}/${name}`, text)
  for (const name of ['f.docx', 'g.epub'])
    await putFile(person, `${folder.path}/${name}`, Buffer.from(`PK\u0003\u0004${MARKUP}\0`))
  await putFile(person, `${folder.path}/h.svg`, DOCUMENTS['evil.svg'] ?? '')
  const troubles = watch(context)
  await files.open(folder.path)
  for (const [name, text] of Object.entries(texts)) {
    await files.row(name).dblclick()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    if (name === 'c.md') await page.getByRole('button', { name: 'Show the text as it is in the file' }).click()
    // The editor has an element for each line, a table one for each cell.
    const words = name === 'a.csv' ? [MARKUP] : text.split('\n').filter((line) => line !== '')
    for (const line of words) await expect(page.getByLabel(`of ${name}`)).toContainText(line)
    await page.getByRole('button', { name: 'Back to the folder (Esc)' }).click()
  }
  await files.row('f.docx').dblclick()
  for (const name of ['f.docx', 'g.epub', 'h.svg']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.keyboard.press('ArrowRight')
  }
  expect(troubles).toEqual([])
  await expect(page).not.toHaveTitle('RAN')
})

test('X06: names that hold markup are text on every screen', async ({ browser, baseURL, site }) => {
  const word = randomBytes(4).toString('hex')
  const person = await site.makePerson({
    username: `${MARKUP} ${word}`,
    perm: { admin: true },
    rules: [{ regex: false, allow: true, path: `/${MARKUP}` }],
  })
  const name = `${MARKUP} ${word}`
  await makeFolder(person, `/${name}`)
  await putFile(person, `/${name}/in ${MARKUP}.txt`, MARKUP)
  await putFile(person, `/gone ${name}.txt`, MARKUP)
  ;(await person.post(`/api/share${encodePath(`/${name}`)}`, {})).expect(200)
  const page = await signIn(browser, baseURL, person)
  const troubles = watch(page.context())
  const files = new FilesPage(page)
  await files.row(`gone ${name}.txt`).click()
  await page.keyboard.press('Delete')
  await expect(files.toast(`Moved “gone ${name}.txt” to the trash`)).toBeVisible()
  await files.row(name).dblclick()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(files.row(`in ${MARKUP}.txt`)).toBeVisible()
  for (const place of [
    'trash/',
    `files/?search=${word}`,
    'settings/profile',
    'settings/shares',
    'settings/users',
    `settings/users/${person.id}`,
    'settings/audit',
    'settings/status',
    'settings/global',
  ]) {
    await page.goto(place)
    await expect(page.locator('main')).toBeVisible()
    await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    expect([place, ...troubles]).toEqual([place])
  }
  await page.goto('settings/users')
  await expect(page.getByText(name).first()).toBeVisible()
  await page.context().close()
})

test('H05: signing in stays on this site, wherever the address wants to lead', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson()
  for (const redirect of ['//evil.example/x', `javascript:${RUN}`]) {
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      ...(baseURL === undefined ? {} : { baseURL }),
    })
    const troubles = watch(context)
    const page = await context.newPage()
    await page.goto(`login?redirect=${encodeURIComponent(redirect)}`)
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`^${baseURL ?? ''}files/$`))
    expect(troubles).toEqual([])
    await context.close()
  }
})

test('H08: no page of another origin can frame Nido', async ({ page, baseURL, folder, person }) => {
  await putFile(person, `${folder.path}/a.html`, '<p>framed</p>')
  const places = [
    '',
    'login',
    'files/',
    'settings/profile',
    'share/nosuchhash000000',
    `api/raw${encodePath(folder.path)}/a.html?inline=true`,
  ]
  const server = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(places.map((place) => `<iframe src="${baseURL ?? ''}${place}"></iframe>`).join('')),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await expect
      .poll(() =>
        page
          .frames()
          .slice(1)
          .map((frame) => frame.url()),
      )
      .toEqual(places.map(() => 'chrome-error://chromewebdata/'))
  } finally {
    server.close()
  }
})
