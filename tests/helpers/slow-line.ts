import type { Page } from '@playwright/test'

/** Sets how many bytes a second a page can send; -1: as many as it can. */
export type LimitUploads = (bytesPerSecond: number) => Promise<void>

/** The line of a page, to be made slow. The page's context cannot be taken offline after that. */
export async function openLine(page: Page): Promise<LimitUploads> {
  const line = await page.context().newCDPSession(page)
  return async (uploadThroughput) => {
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
}
