// A virtual screen reader in the page: tests find their way by what it says, and by nothing else.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Virtual } from '@guidepup/virtual-screen-reader'
import { expect, type Page } from '@playwright/test'

const PROGRAM = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')
/** Phrases that are read before a test gives up: more than twice around any screen of these tests. */
const MOST_PHRASES = 2000
/** Nothing more is fetched for the screen that is shown. */
const QUIET_MS = 1_000
let program: Promise<string> | null = null

interface WithReader {
  reader?: Virtual
}

/** The module as a script, which a page whose policy allows no foreign modules can still be given. */
async function loadProgram(): Promise<string> {
  const text = await readFile(PROGRAM, 'utf8')
  const found = /export\{.*?([\w$]+) as virtual\}/.exec(text)
  if (!found) throw new Error('The screen reader exports no `virtual`.')
  return `(() => {${text.replace(found[0], `;window.reader=${found[1] ?? ''};`)}\n})()`
}

/** A screen reader that is on. It hears what changes, and reads on when it is asked to. */
export class ScreenReader {
  readonly page: Page
  private constructor(page: Page) {
    this.page = page
  }

  /** Turns a screen reader on. Again after a page was loaded. */
  static async on(page: Page): Promise<ScreenReader> {
    // It reads the page anew whenever a part comes, and would lose what it is about to press.
    await page.waitForFunction((quietMs) => {
      const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration)
      return performance.now() - Math.max(...ends) > quietMs
    }, QUIET_MS)
    program ??= loadProgram()
    if (!(await page.evaluate(() => 'reader' in window))) await page.evaluate(await program)
    await page.evaluate(() => (window as WithReader).reader?.start({ container: document.body }))
    return new ScreenReader(page)
  }

  /** All that was said since `forget`. */
  async said(): Promise<string[]> {
    return (await this.page.evaluate(() => (window as WithReader).reader?.spokenPhraseLog())) ?? []
  }

  async forget(): Promise<void> {
    await this.page.evaluate(() => (window as WithReader).reader?.clearSpokenPhraseLog())
  }

  /** Waits until words were said by themselves: an announcement, or what has the focus now. */
  async hear(words: RegExp): Promise<void> {
    await expect
      .poll(async () => (await this.said()).join('\n'), { message: `the reader says ${String(words)}` })
      .toMatch(words)
  }

  /**
   * Reads on, once around and to the end at most, until a phrase matches, and does what it is there for if that is
   * asked for: in one step, since a menu that takes the focus meanwhile takes the reader along. Answers with the
   * phrase, or with all it read.
   */
  private async readOn(words: RegExp, isToAct = false): Promise<string> {
    return this.page.evaluate(
      async ({ source, flags, most, acts }) => {
        const { reader } = window as WithReader
        const wanted = new RegExp(source, flags)
        const read: string[] = []
        if (!reader) throw new Error('The screen reader is off.')
        for (let ends = 0; ends < 2 && read.length < most;) {
          await reader.next()
          const phrase = await reader.lastSpokenPhrase()
          if (wanted.test(phrase)) {
            if (acts) await reader.act()
            return phrase
          }
          read.push(phrase)
          if (phrase === 'end of document') ends += 1
        }
        return read.join('\n')
      },
      { source: words.source, flags: words.flags, most: MOST_PHRASES, acts: isToAct },
    )
  }

  /** Reads on until a phrase matches, and again while the page may still be loading. */
  async find(words: RegExp): Promise<void> {
    await expect.poll(() => this.readOn(words), { message: `the reader finds ${String(words)}` }).toMatch(words)
  }

  /** Finds something by its words, and does what it is there for. */
  async act(words: RegExp): Promise<void> {
    await expect.poll(() => this.readOn(words, true), { message: `the reader acts on ${String(words)}` }).toMatch(words)
  }

  /** Finds a field by its words, and types into it. */
  async type(words: RegExp, text: string): Promise<void> {
    await this.act(words)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }
}
