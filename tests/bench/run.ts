// `make bench`: Nido's work compared with the same work directly at MinIO, as ratios beside their floors; then the
// memory for one large file and for the most expensive archives. ROUNDS=5 for more than three rounds, ONLY=c1,d1 for
// part of the work, GIB=0.2 for a smaller file (0: none). Exits with 1 if memory grows too far.
import { environment } from '../../scripts/lib/environment.ts'
import { benchMemory, SIZE } from './api-memory.ts'
import { benchRatios } from './ratios.ts'

const { ROUNDS = '3', ONLY = '' } = environment()
await benchRatios({ rounds: Number(ROUNDS), only: ONLY.split(',').filter(Boolean) })
process.exit(SIZE === 0 || (await benchMemory()) ? 0 : 1)
