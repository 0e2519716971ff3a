// The setting of all browser tests: a signed-in person, a separate folder for each test, and the page in its users'
// words.
import {
  test as base,
  type Browser,
  type BrowserContextOptions,
  expect,
  type FileChooser,
  type Locator,
  type Page,
} from '@playwright/test'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { SESSION_COOKIE } from '../../backend/contract/headers.ts'
import { type Client, encodePath } from '../helpers/client.ts'
import { type Site, siteDoor, startNido, useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { submitLogin } from '../helpers/sign-in.ts'

/** A folder that nobody else uses, as the server and the bucket see it. */
export interface OwnFolder {
  /** `/Test 1a2b`, decoded. */
  path: string
  name: string
  bucket: string
  /** Prefix of its keys, with the closing slash. */
  prefix: string
}

type UploadWord = 'Upload files' | 'Upload a folder'

export class FilesPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`files${encodePath(path === '/' ? '' : path)}/`)
    await expect(this.page.locator('main[aria-busy="false"]')).toBeVisible()
  }

  row(name: string): Locator {
    return this.page.getByRole('row', { name: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(,|$)`) })
  }

  get tray(): Locator {
    return this.page.getByRole('region', { name: 'Uploads' })
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  toast(words: string | RegExp): Locator {
    return this.page.getByRole('region', { name: 'Notifications' }).getByText(words)
  }

  /** Chooses files or a folder with the "Upload" button. */
  async upload(what: UploadWord, paths: string | string[]): Promise<void> {
    await (await this.openChooser(what)).setFiles(paths)
  }

  /** Opens the browser's dialog for choosing what to upload. */
  async openChooser(what: UploadWord): Promise<FileChooser> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.page.getByRole('button', { name: 'Upload', exact: true }).click()
    await this.page.getByRole('menuitem', { name: what }).click()
    return chooser
  }

  /** Chooses a command from a row's menu. */
  async choose(name: string, command: string): Promise<void> {
    await this.row(name).click({ button: 'right' })
    await this.page.getByRole('menuitem', { name: command }).click()
  }

  /** Names of the rows from the top. Only rendered rows count. */
  async names(): Promise<string[]> {
    return this.page.locator('[role="row"] .name').allTextContents()
  }
}

interface Fixtures {
  files: FilesPage
  folder: OwnFolder
  freshState: undefined
}
interface WorkerFixtures {
  site: Site
  /** The address that browsers open. */
  door: string
  /** The signed-in person. Each worker has its own, so that tests can run side by side. */
  person: Client
  /** The file with the browser state of the signed-in person. */
  signedIn: string
  s3: PlainS3
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const site = await useSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- as above
  door: [async ({}, use) => use(siteDoor()), { scope: 'worker' }],
  baseURL: ({ door }, use) => use(`${door}/`),
  person: [
    async ({ site }, use, { workerIndex }) => {
      // A scope that equals a bucket's name, so that another S3 client finds it without asking.
      const name = `e2e${workerIndex}${Date.now().toString(36)}`
      await use(await site.makePerson({ username: name, scope: `/${name}` }))
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browser, door, person }, use, { workerIndex }) => {
      const file = `test-results/signed-in-${new URL(door).port}-${workerIndex}.json`
      const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
      await page.context().storageState({ path: file })
      await page.context().close()
      await use(file)
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
  s3: [
    async ({ site }, use) => {
      const s3 = openS3(site.servers)
      await use(s3)
      s3.close()
    },
    { scope: 'worker' },
  ],
  folder: async ({ site, person }, use, info) => {
    const name = `Test ${info.testId.slice(-6)}-${info.retry}`
    await makeFolder(person, `/${name}`)
    await use({ path: `/${name}`, name, bucket: `${site.bucketPrefix}${person.scope.slice(1)}`, prefix: `${name}/` })
  },
  // The page renews its token when it starts, and the old one expires minutes later: the next test needs the newest
  // one.
  freshState: [
    async ({ page, signedIn }, use) => {
      await use(undefined)
      const state = await page.context().storageState()
      const isSignedIn = state.cookies.some(({ name, value }) => name === SESSION_COOKIE && value !== '')
      if (isSignedIn) await page.context().storageState({ path: signedIn })
    },
    { auto: true },
  ],
  files: async ({ page }, use) => {
    await use(new FilesPage(page))
  },
})

/** The same with a Nido of the test file's own, for tests that change its settings or count its content. */
export const testAlone = test.extend<object, { site: Site; door: string }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const nido = await startNido({ replicas: 1 })
      await use(nido)
      await nido.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  door: [({ site }, use) => use(site.urls[0] ?? ''), { scope: 'worker' }],
})
export { expect }

export async function makeFolder(person: Client, path: string): Promise<void> {
  ;(await person.post(`/api/resources${encodePath(path)}/`)).expect(200)
}

/** Holds the requests for some addresses back until the returned function is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Makes a file without the page. `modified` is in milliseconds. */
export async function putFile(
  person: Client,
  path: string,
  body: string | Buffer,
  modified = Date.UTC(2026, 0, 1),
): Promise<void> {
  ;(
    await person.post(`/api/resources${encodePath(path)}?override=true&modified=${modified}`, Buffer.from(body))
  ).expect(200)
}

/** Creates a link to a path, as its owner. */
export const makeLink = async (person: Client, path: string, wish: object = {}): Promise<ShareLink> =>
  (await person.post(`/api/share${encodePath(path)}`, wish)).expect(200).json<ShareLink>()

/** Opens an address in a browser that nobody has signed in with. */
export async function openAsGuest(
  browser: Browser,
  baseURL: string | undefined,
  { url, ...options }: BrowserContextOptions & { url: string },
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Collects the errors in a page's console from now on. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** Signs another person in, in a separate browser context. */
export async function signIn(
  browser: Browser,
  baseURL: string | undefined,
  person: Client,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await submitLogin(page, person)
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  return page
}
