// `make bench`: each row of rows.ts on Nido, on MinIO itself and on other servers, in turns; exits with 1 if a row is
// below its floor. `quick`: a few rows in two minutes. `growth`: the same work at more and more names and bytes.
//   ROUNDS=5        more than three rounds
//   ONLY=c1,d1@far  some rows, or `@far`: those of a site (@two, @tls, @far)
//   MINUTES=60      begins no further round after that (110)
//   OUT=file.json   where the report goes
//   PARTS=memory,imports,page   other parts instead (`rows`: the comparison): memory with large files (GIB), imports
//                   beside other programs (GIB), the page in a browser (FILES)
import { environment } from '../../scripts/lib/environment.ts'
import { benchMemory } from './api-memory.ts'
import { compare } from './compare.ts'
import { benchGrowth } from './growth.ts'
import { benchImports } from './imports.ts'
import { benchFolders } from './long-folders.ts'
import { benchPapers } from './long-papers.ts'
import { benchUploads } from './page-uploads.ts'
import { benchWaits } from './page-waits.ts'
import { benchPhone } from './slow-phone.ts'

const [mode = ''] = process.argv.slice(2)
const isQuick = mode === 'quick'
const { ROUNDS = isQuick ? '1' : '3', ONLY = '', MINUTES = '110', OUT = '', PARTS = 'rows' } = environment()
const only = ONLY.split(',').filter(Boolean)

const benchRows = () =>
  compare({
    name: isQuick ? 'bench-quick' : 'bench',
    isQuick,
    rounds: Number(ROUNDS),
    minutes: Number(MINUTES),
    only,
    out: OUT,
  })
const inTurn = (parts: readonly (() => Promise<boolean>)[]) => async () => {
  let isGood = true
  for (const part of parts) isGood = (await part()) && isGood
  return isGood
}
const KNOWN: Readonly<Record<string, () => Promise<boolean>>> = {
  rows: benchRows,
  growth: () => benchGrowth({ only, out: OUT }),
  memory: benchMemory,
  imports: benchImports,
  page: inTurn([benchUploads, benchWaits, benchPhone, benchFolders, benchPapers]),
}

const parts = (mode === 'growth' ? 'growth' : PARTS).split(',').map((name) => {
  const part = KNOWN[name]
  if (!part) throw new Error(`There is no part ${name}: ${Object.keys(KNOWN).join(', ')}`)
  return part
})
process.exit((await inTurn(parts)()) ? 0 : 1)
