// A bare relay of Node before the same MinIO: as fast as any program of Node that stands between a client and a store.
import { fileURLToPath } from 'node:url'
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3'
import { startChild } from '../../../scripts/lib/child.ts'
import { waitFor } from '../../../scripts/lib/embedded.ts'
import { findFreePort, isListening } from '../../../scripts/lib/ports.ts'
import { openS3 } from '../../helpers/s3.ts'
import type { Servers } from '../../helpers/servers.ts'
import { exchange } from '../wire.ts'
import { putMany } from './snowball.ts'
import type { Peer } from './subject.ts'

const BUCKET = 'open-to-all'
const NOTHING = Buffer.alloc(0)
const PROGRAM = fileURLToPath(new URL('relay-program.ts', import.meta.url))

export async function startRelay(servers: Servers): Promise<Peer> {
  const s3 = openS3(servers)
  await s3.makeBucket(BUCKET)
  // It signs nothing, so everybody may read and write there.
  const Action = ['s3:GetObject', 's3:PutObject']
  const statement = { Effect: 'Allow', Principal: '*', Action, Resource: `arn:aws:s3:::${BUCKET}/*` }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await s3.client.send(new PutBucketPolicyCommand({ Bucket: BUCKET, Policy }))
  s3.close()
  const port = await findFreePort()
  const args = [PROGRAM, servers.s3Endpoint, BUCKET, String(port)]
  const child = await startChild('relay', { command: process.execPath, args })
  await waitFor(child, () => isListening(port))
  const url = `http://127.0.0.1:${port}`
  return {
    name: 'relay',
    pids: () => [child.pid],
    put: (at, body) => exchange(`${url}/${at}`, { method: 'PUT', body }),
    putInChunks: async (at, chunks) => {
      await exchange(`${url}/${at}`, { method: 'POST', body: NOTHING })
      for (const [index, body] of chunks.entries()) await exchange(`${url}/${at}-${index}`, { method: 'PUT', body })
    },
    get: (at, headers = {}) => exchange(`${url}/${at}`, { headers }),
    fill: (paths) => putMany(servers, BUCKET, paths),
    stop: async () => void (await child.stop()),
  }
}
