// Global settings and the status on a phone: nothing is too wide, and every control can be hit.
import type { Settings } from '../../backend/contract/settings.ts'
import { expect, signIn, testAlone as test } from './world.ts'

test('an administrator sets something up on a phone, and reads what works', async ({ browser, baseURL, site }) => {
  const admin = await site.adminClient()
  const read = async () => (await admin.get('/api/settings')).expect(200).json<Settings>()
  const before = await read()
  const page = await signIn(browser, baseURL, admin)
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  try {
    await page.goto('settings/global')
    const form = page.locator('form.household')
    await expect(form.getByRole('switch', { name: 'Hide the storage bar' })).toBeVisible()
    expect(await isTooWide()).toBe(false)
    await page.getByText('An item is copied', { exact: true }).tap()
    // Swatches and segments look smaller than their touch targets.
    for (const control of await form
      .locator(
        'button:visible:not(.swatches *, .segmented *), textarea:visible, select:visible, ' +
          'span.input:visible, summary:visible',
      )
      .all()) {
      const box = await control.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await form.getByRole('switch', { name: 'Hide the storage bar' }).tap()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeInViewport()
    await save.tap()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect((await read()).branding.disableUsedPercentage).toBe(!before.branding.disableUsedPercentage)

    await page.goto('settings/status')
    await expect(page.getByRole('heading', { name: 'Versions and figures' })).toBeVisible()
    expect(await isTooWide()).toBe(false)
    await expect(page.getByRole('link', { name: 'Status', exact: true })).toBeInViewport({ ratio: 0.9 })
  } finally {
    ;(await admin.put('/api/settings', before)).expect(200)
    await page.context().close()
  }
})
