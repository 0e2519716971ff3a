// Checks a screen by the rules of axe, which cover WCAG and good practice.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

const PROGRAM = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
let program: Promise<string> | null = null

interface WithAxe {
  axe?: typeof axe
}

/** The violations on the current screen: rule, impact, and the elements. */
async function violations(page: Page): Promise<string[]> {
  program ??= readFile(PROGRAM, 'utf8')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await program)
  return page.evaluate(async () => {
    const { axe } = window as WithAxe
    if (!axe) throw new Error('axe is not there')
    // Of WCAG 2.2, and off by default.
    const rules = { 'target-size': { enabled: true } }
    const { violations: found } = await axe.run(document, { resultTypes: ['violations'], rules })
    /** A click at a label is one at its box, but axe measures the box alone. */
    const hasLargeLabel = (selector: string) => {
      const label = document.querySelector(selector)?.closest('label')?.getBoundingClientRect()
      return label !== undefined && label.width >= 24 && label.height >= 24
    }
    return found.flatMap(({ id, impact, nodes }) => {
      const bad = id === 'target-size' ? nodes.filter(({ target }) => !hasLargeLabel(String(target[0]))) : nodes
      const where = bad.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`)
      return bad.length === 0 ? [] : [`${id}, ${impact ?? 'no impact'}: ${where.join(' | ')}`]
    })
  })
}

/** Expects a screen without violations, and the focus on an element. `name` is the screen's name in messages. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  expect.soft(await violations(page), name).toEqual([])
}

/** Expects that the focus is on an element after a command or a dialog. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.soft(page.locator(':focus'), `${name}: where the focus is`).not.toHaveCount(0)
}
