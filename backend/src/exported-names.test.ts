// No exported name of the back end and the contract has two meanings, so that a search finds one declaration.
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from '@jest/globals'

const BACKEND = path.join(import.meta.dirname, '..')
const DECLARATION =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm

async function declarations(): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>()
  for await (const file of glob('{contract,src}/**/*.ts', { cwd: BACKEND })) {
    if (file.endsWith('.test.ts')) continue
    for (const [, name = ''] of (await readFile(path.join(BACKEND, file), 'utf8')).matchAll(DECLARATION))
      files.set(name, [...(files.get(name) ?? []), file])
  }
  return files
}

it('each name is exported by one file', async () => {
  const found = await declarations()
  expect(found.get('Actor')).toEqual(['src/features/access/actor.ts'])
  // A schema and the type made of it share a name and a file.
  const twice = [...found].filter(([, files]) => new Set(files).size > 1)
  expect(twice).toEqual([])
})
