// How long a backup takes, and how much memory: `node tests/bench/backup.ts`. FILES: small files of 10 KB (5,000); MIB:
// size of one large file (512).
import { randomBytes } from 'node:crypto'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { environment } from '../../scripts/lib/environment.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { settingsOf, startCommand } from '../helpers/command.ts'
import { startNido } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'

const FILES = Number(environment()['FILES'] ?? 5_000)
const MIB = Number(environment()['MIB'] ?? 512)
const LOOK_EVERY_MS = 100

const say = (line: string) => process.stdout.write(`${line}\n`)

const nido = await startNido({ replicas: 1 })
const s3 = openS3(nido.servers)
const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-bench-'))
try {
  const person = await nido.makePerson()
  const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
  const small = randomBytes(10_240)
  const numbers = Array.from({ length: FILES }, (_, index) => index)
  await mapParallel(numbers, 32, (index) => s3.put(bucket, `small/${index % 100}/${index}.bin`, small))
  ;(await person.post('/api/resources/large.bin', largeBody())).expect(200)
  for (const what of ['first', 'again, unchanged']) await measure(`backup, ${what}`, ['backup', '--json'], {})
  await measure('check', ['backup', '--check'], {})
  const mark = randomBytes(4).toString('hex')
  const beside = { BUCKET_PREFIX: `r${mark}-`, MONGO_URL: `${nido.servers.mongoUrl}/restored-${mark}` }
  await measure('restore', ['restore'], beside)
} finally {
  s3.close()
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
}

function largeBody(): Buffer {
  return Buffer.concat(Array.from({ length: MIB }, () => randomBytes(1024 * 1024)))
}

async function measure(title: string, words: string[], more: Record<string, string>): Promise<void> {
  const begun = performance.now()
  const { ended, pid } = startCommand(words, { ...settingsOf(nido), BACKUP_FOLDER: folder, ...more })
  let most = 0
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  const { code, out, err } = await ended
  clearInterval(timer)
  if (code !== 0) throw new Error(`${title}: ${err}`)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const held = /"heldMs":(\d+)/.exec(out)?.[1]
  say(`${title}: ${seconds} s, ${Math.round(most / 1024)} MiB${held ? `, changes waited for ${held} ms` : ''}`)
}
