// `make bench`: Nido's work compared with the same work directly at MinIO, as ratios beside their floors; then the
// memory for one large file and for the most expensive archives; then imports of a large file beside other programs;
// then, in a browser, many uploads, long folders and a long document.
// ROUNDS=5 for more than three rounds, ONLY=c1,d1 for part of the work, GIB=0.2 for a smaller file (0: none), FILES=50
// for fewer uploads (0: none). Exits with 1 if memory grows too far, or if the layout of the page shifts too much.
import { environment } from '../../scripts/lib/environment.ts'
import { benchMemory, SIZE } from './api-memory.ts'
import { benchImports } from './imports.ts'
import { benchFolders } from './long-folders.ts'
import { benchPapers } from './long-papers.ts'
import { benchUploads } from './page-uploads.ts'
import { benchWaits } from './page-waits.ts'
import { benchRatios } from './ratios.ts'
import { benchPhone } from './slow-phone.ts'

const { ROUNDS = '3', ONLY = '' } = environment()
await benchRatios({ rounds: Number(ROUNDS), only: ONLY.split(',').filter(Boolean) })
const isLean = SIZE === 0 || (await benchMemory())
const isBounded = await benchImports()
const isSteady = await benchUploads()
const isQuick = await benchWaits()
const isPatient = await benchPhone()
const isWhole = await benchFolders()
const isReadable = await benchPapers()
process.exit(isLean && isBounded && isSteady && isQuick && isPatient && isWhole && isReadable ? 0 : 1)
