// `make bench`: the work of Nido beside the same work straight at MinIO, as ratios beside their floors; then the memory
// that one large file and the dearest archives take. ROUNDS=5 for more than three rounds, ONLY=c1,d1 for some of the
// work, GIB=0.2 for a smaller file (0: none). Exits 1 when memory grows too far.
import { environment } from '../../scripts/lib/environment.ts'
import { benchMemory, SIZE } from './api-memory.ts'
import { benchRatios } from './ratios.ts'

const { ROUNDS = '3', ONLY = '' } = environment()
await benchRatios({ rounds: Number(ROUNDS), only: ONLY.split(',').filter(Boolean) })
process.exit(SIZE === 0 || (await benchMemory()) ? 0 : 1)
