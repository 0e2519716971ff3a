import type { Page } from '@playwright/test'
import type { Client } from './client.ts'

/** Fills in the form of the login page and sends it. What comes next is for the caller to wait for. */
export async function submitLogin(page: Page, { username, password }: Pick<Client, 'username' | 'password'>) {
  await page.goto('login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
