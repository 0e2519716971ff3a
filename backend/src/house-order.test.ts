// Rules of the house that the linter cannot check.
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from '@jest/globals'
import { PERMISSIONS } from '../contract/permission-names.ts'

const BACKEND = path.join(import.meta.dirname, '..')
const DECLARATION =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm
/** `perm.share`, `actor.perm['share']`, `perm[name]`. */
const RIGHT = new RegExp(String.raw`\bperm\??\.?(?:\.(?:${PERMISSIONS.join('|')})\b|\[)`)
/** What decides by them, and what shows or checks a person's record. */
const MAY_READ_RIGHTS = [
  'contract/rights.ts',
  'src/features/access/access.ts',
  'src/features/users/checks.ts',
  'src/commands/import-filebrowser/describe.ts',
]

const sources = new Map<string, string>()
for await (const file of glob('{contract,src}/**/*.ts', { cwd: BACKEND }))
  if (!file.endsWith('.test.ts')) sources.set(file, await readFile(path.join(BACKEND, file), 'utf8'))

it('each name is exported by one file, so that it has one meaning', () => {
  const found = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const [, name = ''] of text.matchAll(DECLARATION)) found.set(name, (found.get(name) ?? new Set()).add(file))
  expect([...(found.get('Actor') ?? [])]).toEqual(['src/features/access/actor.ts'])
  expect([...found].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([])
})

it('what a person may do is decided by the authoriser alone', () => {
  const isCode = (line: string) => !/^\s*(?:\/\/|\*|\/\*)/.test(line)
  const readers = [...sources].filter(([, text]) => text.split('\n').some((line) => isCode(line) && RIGHT.test(line)))
  expect(readers.map(([file]) => file).sort()).toEqual(MAY_READ_RIGHTS.toSorted())
})
