// Rules of the page that the linter cannot check.
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from '@jest/globals'

const DECLARATION =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm
/** What notices that keys are used, or hands them on. Everything that gives them a meaning joins the layers. */
const MAY_HEAR_KEYS = [
  'lib/book/BookView.ts',
  'lib/key-layers.ts',
  'lib/last-input.ts',
  'lib/lost-focus.ts',
  'lib/typed-ahead.ts',
  'scenes/preview/player/useIdle.ts',
]
const STYLE_LINES_MAX = 250
/** What rows/useRowMeasures.ts may find in `--row` and `--hit`. */
const READ_HEIGHT = /^var\(--(?:row-[a-z]+|control-\d|touch)\)$/

const read = async (pattern: string) => {
  const texts = new Map<string, string>()
  for await (const file of glob(pattern, { cwd: import.meta.dirname }))
    if (!file.includes('.test.')) texts.set(file, await readFile(path.join(import.meta.dirname, file), 'utf8'))
  return texts
}
const sources = await read('**/*.{ts,tsx}')
const styles = await read('styles/components/*.css')

it('each name is exported by one file, so that it has one meaning', () => {
  const found = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const [, name = ''] of text.matchAll(DECLARATION)) found.set(name, (found.get(name) ?? new Set()).add(file))
  expect([...(found.get('Latest') ?? [])]).toEqual(['stores/Latest.ts'])
  expect([...found].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([])
})

it('keys are heard by the layers alone', () => {
  const hearers = [...sources].filter(([, text]) => /addEventListener\('keydown'/.test(text))
  expect(hearers.map(([file]) => file).toSorted()).toEqual(MAY_HEAR_KEYS)
})

it('each style sheet is of one component, so that it is short', () => {
  const long = [...styles].filter(([, text]) => text.split('\n').length - 1 > STYLE_LINES_MAX)
  expect(long.map(([file]) => file)).toEqual([])
})

it('heights that scripts read are tokens in pixels, because they are parsed as such', () => {
  const heights = [...styles].flatMap(([file, text]) =>
    [...text.matchAll(/--(?:row|hit):\s*([^;]+);/g)].map(([, value = '']) => ({ file, value })),
  )
  expect(heights.length).toBeGreaterThan(5)
  expect(heights.filter(({ value }) => !READ_HEIGHT.test(value))).toEqual([])
})

it('each style sheet is in the cascade', async () => {
  const order = await readFile(path.join(import.meta.dirname, 'styles', 'index.css'), 'utf8')
  expect(styles.size).toBeGreaterThan(90)
  expect([...styles.keys()].filter((file) => !order.includes(`"./${file.slice('styles/'.length)}"`))).toEqual([])
})
