import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'

const ROOT = path.join(import.meta.dirname, '..')
const DOCUMENTS = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'docs/households.md',
  'docs/performance.md',
  'backend/src/storage/README.md',
  'backend/src/features/README.md',
  'frontend/src/README.md',
]
/** Folders that paths in the documents may be relative to. */
const BASES = [
  '',
  'backend',
  'backend/src',
  'backend/src/features',
  'backend/src/storage',
  'frontend/src',
  'tests/helpers',
]
/** A file or folder of the project, in backticks. */
const NAMED =
  /`((?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|json|mod|md)|(?:backend|frontend|scripts|tests|docs|storage)\/[\w./-]*)`/g
/** Files of an installation, not of the project. */
const ELSEWHERE = ['DATA_DIR/s3-keys.json']

const isThere = async (name: string): Promise<boolean> => {
  for (const base of BASES) {
    const found = await access(path.join(ROOT, base, name)).then(
      () => true,
      () => false,
    )
    if (found) return true
  }
  return false
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s names files that are there', async (document) => {
    const text = await readFile(path.join(ROOT, document), 'utf8')
    const names = [...text.matchAll(NAMED)].flatMap(([, name = '']) => (ELSEWHERE.includes(name) ? [] : [name]))
    const missing = []
    for (const name of new Set(names)) if (!(await isThere(name))) missing.push(name)
    expect(missing).toEqual([])
  })

  it('name enough for that to mean something', async () => {
    const text = await readFile(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    expect([...text.matchAll(NAMED)].length).toBeGreaterThan(25)
  })
})
