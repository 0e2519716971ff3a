// `make build`: the page, if its sources are newer than what is built.
import { buildPage } from './lib/page.ts'

await buildPage((line) => process.stdout.write(`${line}\n`))
