// X07: what administrators can put into the page runs nothing and reaches no other host.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../../backend/contract/settings.ts'
import { consoleErrors, expect, testAlone as test } from './world.ts'

test('X07: a name, a style sheet and a logo run nothing and reach no other host', async ({
  browser,
  baseURL,
  site,
}) => {
  const admin = await site.adminClient()
  const before = (await admin.get('/api/settings')).expect(200).json<Settings>()
  const heard: string[] = []
  const stranger = http.createServer((request, response) => {
    heard.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => {
    stranger.listen(0, '127.0.0.1', resolve)
  })
  const away = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  const context = await browser.newContext({ storageState: undefined })
  try {
    const name = 'House</title></script><script>window.hit = 1</script><img src=x onerror="window.hit = 1">'
    ;(await admin.put('/api/settings', { ...before, branding: { ...before.branding, name } })).expect(200)
    ;(
      await admin.put(
        '/api/branding/css',
        `
      @import url("${away}/import.css");
      @font-face { font-family: Away; src: url("${away}/font.woff2") }
      body::after {
        content: "</style><script>window.hit = 1</script>"; font-family: Away; background: url("${away}/picture.png");
        position: fixed; inset-block-end: 0; z-index: 1; outline: 3px solid rgb(1, 2, 3)
      }
    `,
      )
    ).expect(200)
    ;(
      await admin.put(
        '/api/branding/logo',
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="20" style="fill: red"/></svg>',
      )
    ).expect(200)
    const page = await context.newPage()
    const refused = consoleErrors(page)
    await page.goto(`${baseURL}login`)
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect(page).toHaveTitle(/House<\/title><\/script><script>/)
    // The style sheet works, except for what it would load from elsewhere.
    expect(await page.evaluate(() => getComputedStyle(document.body, '::after').outlineColor)).toBe('rgb(1, 2, 3)')
    await expect
      .poll(() =>
        ['import.css', 'picture.png'].filter((part) =>
          refused.some((text) => text.includes(part) && text.includes('Content Security Policy')),
        ),
      )
      .toEqual(['import.css', 'picture.png'])
    expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined()
    const { LogoURL } = await page.evaluate(() => ({ LogoURL: window.Nido?.LogoURL ?? '' }))
    // A logo that is opened by itself is a document without an origin.
    await page.goto(new URL(LogoURL, baseURL).href)
    expect(await page.evaluate(() => [document.documentElement.tagName, self.origin])).toEqual(['svg', 'null'])
    expect(heard).toEqual([])
  } finally {
    ;(await admin.put('/api/settings', before)).expect(200)
    for (const part of ['css', 'logo']) (await admin.delete(`/api/branding/${part}`)).expect(204)
    await context.close()
    stranger.close()
  }
})
