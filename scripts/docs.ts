// `make docs`: writes docs/api.md from the contract.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { API_PAGE, renderApiPage } from './lib/api-page.ts'
import { ROOT } from './lib/page.ts'

await writeFile(path.join(ROOT, API_PAGE), renderApiPage())
process.stdout.write(`${API_PAGE} is written.\n`)
