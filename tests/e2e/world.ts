// What the browser tests share: who is signed in, a folder of one's own for each test, and the page in the words of its users.
import { readFile } from 'node:fs/promises'
import { test as base, type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import { TOKEN_COOKIE } from '../../backend/contract/headers.ts'
import { SIGNED_IN } from '../../playwright.config.ts'
import { type Client, encodePath } from '../helpers/client.ts'
import { type Site, useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'

/** Written by signing-in.setup.ts, beside the browser's own state. */
export const PERSON_FILE = SIGNED_IN.replace('signed-in', 'person')
export interface SignedInPerson { username: string; password: string; scope: string }

/** A folder that nobody else uses, as the server and the bucket see it. */
export interface OwnFolder {
  /** `/Test 1a2b`, decoded. */
  path: string
  name: string
  bucket: string
  /** Prefix of its keys, with the closing slash. */
  prefix: string
}

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
    return this.page.getByRole('region', { name: 'Messages' }).getByText(words)
  }

  /** Chooses files or a folder by the button "Upload". */
  async upload(what: 'Upload files' | 'Upload a folder', paths: string | string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.page.getByRole('button', { name: 'Upload', exact: true }).click()
    await this.page.getByRole('menuitem', { name: what }).click()
    await (await chooser).setFiles(paths)
  }

  /** A command of a row's menu. */
  async choose(name: string, command: string): Promise<void> {
    await this.row(name).click({ button: 'right' })
    await this.page.getByRole('menuitem', { name: command }).click()
  }

  /** Names of the rows from the top; only those that are drawn. */
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
  person: Client
  s3: PlainS3
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  site: [async ({}, use) => {
    const site = await useSite()
    await use(site)
    await site.stop()
  }, { scope: 'worker' }],
  person: [async ({ site }, use) => {
    const { username, password, scope } = JSON.parse(await readFile(PERSON_FILE, 'utf8')) as SignedInPerson
    await use(Object.assign(await site.client().signIn(username, password), { scope }))
  }, { scope: 'worker' }],
  s3: [async ({ site }, use) => {
    const s3 = openS3(site.servers)
    await use(s3)
    s3.close()
  }, { scope: 'worker' }],
  folder: async ({ site, person }, use, info) => {
    const name = `Test ${info.testId.slice(-6)}-${info.retry}`
    await makeFolder(person, `/${name}`)
    // What a test before chose is kept on the server, and may have been saved after that test's end.
    ;(await person.put(`/api/users/${person.id}`, { what: 'user', which: ['sorting'], data: { id: person.id, sorting: { by: 'name', asc: false } } })).expect(200)
    await use({ path: `/${name}`, name, bucket: `${site.bucketPrefix}${person.scope.slice(1)}`, prefix: `${name}/` })
  },
  // The page renews its token when it starts, and the one before ends some minutes later: the next test needs the newest.
  freshState: [async ({ page }, use) => {
    await use(undefined)
    const state = await page.context().storageState()
    if (state.cookies.some(({ name, value }) => name === TOKEN_COOKIE && value !== '')) await page.context().storageState({ path: SIGNED_IN })
  }, { auto: true }],
  files: async ({ page }, use) => {
    await use(new FilesPage(page))
  },
})
export { expect }

export async function makeFolder(person: Client, path: string): Promise<void> {
  (await person.post(`/api/resources${encodePath(path)}/`)).expect(200)
}

/** A file made behind the page's back. `modified` in milliseconds. */
export async function putFile(person: Client, path: string, body: string | Buffer, modified = Date.UTC(2026, 0, 1)): Promise<void> {
  (await person.post(`/api/resources${encodePath(path)}?override=true&modified=${modified}`, Buffer.from(body))).expect(200)
}

/** A page of another person's, in a browser of their own. */
export async function signIn(browser: Browser, baseURL: string | undefined, { username, password }: Client, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...options, storageState: { cookies: [], origins: [] }, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  await page.goto('login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  return page
}
