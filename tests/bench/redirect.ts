// Whether big downloads would gain by an internal redirect: web fetches them in slices from the store instead of
// through the API. `node tests/bench/redirect.ts` downloads a file both ways in turn, and from the store itself. Rights
// and signatures are left out of the redirect, so it is shown better than it could be.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, PutBucketPolicyCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { startChild } from '../../scripts/lib/child.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findNginx } from '../../scripts/lib/nginx.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { startNido } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'
import { startServers } from '../helpers/servers.ts'
import { happens } from '../helpers/until.ts'
import { startWeb } from '../helpers/web.ts'
import { childrenOf } from '../importing/processes.ts'
import { watchUse } from './used.ts'

const MIB = 1 << 20
const SIZE = 256 * MIB
const ROUNDS = Number(environment()['ROUNDS'] ?? 5)
const AT_ONCE = [1, 4]

const servers = await startServers()
const nido = await startNido({ servers, replicas: 1, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
const web = await startWeb({ apis: nido.urls })
const person = await nido.makePerson()
const bytes = randomBytes(SIZE)
;(await person.post('/api/resources/film.bin', bytes)).expect(200)
const s3 = openS3(servers)
const bucket = 'open-films'
await s3.client.send(new CreateBucketCommand({ Bucket: bucket }))
await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'film.bin', Body: bytes }))
const statement = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` }
const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
await s3.client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))

const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-redirect-'))
const port = await findFreePort()
const store = new URL(servers.s3Endpoint).host
await writeFile(
  path.join(folder, 'nginx.conf'),
  `user root; daemon off; pid ${folder}/pid; error_log stderr; worker_processes 2;
  events { worker_connections 1024; }
  http {
    access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
    upstream store { server ${store}; keepalive 64; }
    server {
      listen 127.0.0.1:${port};
      location / {
        slice 8m; proxy_set_header Range $slice_range; proxy_set_header Host ${store};
        proxy_http_version 1.1; proxy_set_header Connection '';
        proxy_buffering off; proxy_buffer_size 64k; proxy_buffers 4 64k; proxy_pass http://store;
      }
    }
  }`,
)
const { program } = await findNginx({ env: environment(), say: () => undefined })
const slicing = await startChild('nginx', {
  command: program,
  args: ['-e', 'stderr', '-c', path.join(folder, 'nginx.conf')],
})
const ways = [
  ['through the API', `${web.url}/api/raw/film.bin`, web.pid],
  ['in slices from the store', `http://127.0.0.1:${port}/${bucket}/film.bin`, slicing.pid],
  ['the store itself', `${servers.s3Endpoint}/${bucket}/film.bin`, 0],
] as const
const alone = async (url: string): Promise<void> => {
  const args = ['-sS', '--fail', '-o', '/dev/null', url]
  const child = spawn('curl', [...args, '-H', `X-Auth: ${person.token}`], { stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`curl ended with ${code}`)
}
await happens(
  () =>
    alone(ways[1][1]).then(
      () => true,
      () => false,
    ),
  'slices are served',
)

interface Row {
  ms: number
  /** Seconds of a processor, of the API, of nginx and of the store. */
  processor: number[]
}
async function measure(url: string, proxy: number, atOnce: number): Promise<Row> {
  const parts = [[nido.replicas[0]?.pid ?? 0], [proxy, ...childrenOf(proxy, 'nginx')], [servers.pids.minio]]
  const used = parts.map((pids) => watchUse(() => pids.filter((pid) => pid > 0)))
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, () => alone(url)))
  const ms = performance.now() - began
  return { ms, processor: used.map((end) => end().processorSeconds) }
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

for (const atOnce of AT_ONCE) {
  const rows = new Map<string, Row[]>(ways.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, url, proxy] of ways) rows.get(name)?.push(await measure(url, proxy, atOnce))
  for (const [name, all] of rows) {
    const [api = 0, nginx = 0, minio = 0] = [0, 1, 2].map((part) =>
      median(all.map(({ processor }) => (processor[part] ?? 0) / atOnce)),
    )
    const parts = `API ${api.toFixed(2)}, nginx ${nginx.toFixed(2)}, store ${minio.toFixed(2)}`
    const ms = median(all.map((one) => one.ms)).toFixed(0)
    console.log(`${atOnce} at once, ${name}: ${ms} ms; seconds of a processor each: ${parts}`)
  }
}
await slicing.stop()
await web.stop()
await nido.stop()
await servers.stop()
await rm(folder, { recursive: true, force: true })
