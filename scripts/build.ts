// `make build`: builds the page if its sources are newer than the built one.
import { buildPage } from './lib/page.ts'

await buildPage((line) => process.stdout.write(`${line}\n`))
