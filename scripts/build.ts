// `make build`: builds the page and the programs if their sources are newer.
import { buildPage } from './lib/page.ts'
import { buildPrograms } from './lib/program.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
await buildPage(say)
await buildPrograms(say)
