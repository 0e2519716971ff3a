// `make docs`: writes docs/api.md from the contract, and the table of values in the chart's README.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { API_PAGE, renderApiPage } from './lib/api-page.ts'
import { CHART_README, CHART_VALUES, valueRows, withTable } from './lib/chart-readme.ts'
import { ROOT } from './lib/places.ts'

await writeFile(path.join(ROOT, API_PAGE), renderApiPage())
const readme = path.join(ROOT, CHART_README)
const rows = valueRows(await readFile(path.join(ROOT, CHART_VALUES), 'utf8'))
await writeFile(readme, withTable(await readFile(readme, 'utf8'), rows))
process.stdout.write(`${API_PAGE} and ${CHART_README} are written.\n`)
