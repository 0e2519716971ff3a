import type { Page } from '@playwright/test'
import type { Client } from './client.ts'

/** Fills in and sends the form of the login page, in any language. What comes next is for the caller to wait for. */
export async function submitLogin(page: Page, { username, password }: Pick<Client, 'username' | 'password'>) {
  await page.goto('login')
  await page.locator('input[autocomplete="username"]').fill(username)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.keyboard.press('Enter')
}
