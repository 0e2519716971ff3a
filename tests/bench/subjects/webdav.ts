// Servers that speak WebDAV: rclone as a gateway to the same MinIO, and nginx on the local disk.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startChild, type Child } from '../../../scripts/lib/child.ts'
import { waitFor } from '../../../scripts/lib/embedded.ts'
import { environment } from '../../../scripts/lib/environment.ts'
import { findNginx } from '../../../scripts/lib/nginx.ts'
import { findFreePort, isListening } from '../../../scripts/lib/ports.ts'
import { findRclone, type ProgramPlaces } from '../../../scripts/lib/programs.ts'
import { openS3 } from '../../helpers/s3.ts'
import type { Servers } from '../../helpers/servers.ts'
import { childrenOf } from '../../importing/processes.ts'
import { exchange } from '../wire.ts'
import { putMany } from './snowball.ts'
import { SMALL_TEXT, type Peer, type Subject } from './subject.ts'

/** Writes small files below a folder of the local disk. */
export async function fillDisk(root: string, paths: readonly string[]): Promise<void> {
  for (const folder of new Set(paths.map((one) => path.dirname(one))))
    await mkdir(path.join(root, folder), { recursive: true })
  for (const one of paths) await writeFile(path.join(root, one), SMALL_TEXT)
}

/** What every server does that speaks WebDAV (RFC 4918). Folders end in a slash. */
function verbsOf(url: string): Pick<Subject, 'put' | 'get' | 'list' | 'rename' | 'copy' | 'remove'> {
  const send = (method: string, at: string, headers = {}) => exchange(`${url}/${at}`, { method, headers })
  const to = (at: string) => ({ Destination: `${url}/${at}/` })
  return {
    put: (at, body) => exchange(`${url}/${at}`, { method: 'PUT', body }),
    get: (at, headers) => send('GET', at, headers),
    list: (folder) => send('PROPFIND', `${folder}/`, { Depth: '1', 'Accept-Encoding': 'gzip' }),
    rename: (from, target) => send('MOVE', `${from}/`, to(target)),
    copy: (from, target) => send('COPY', `${from}/`, { ...to(target), Depth: 'infinity' }),
    remove: (at) => send('DELETE', `${at}/`),
  }
}

/** It sees soon what others do, and asks for no object's own time, which would be a request each. */
const RCLONE = ['--config', '', '--dir-cache-time', '1s', '--use-server-modtime']

/** @throws Error in words if there is no rclone */
export async function startRclone(servers: Servers, places: ProgramPlaces): Promise<Peer> {
  const bucket = 'rclone-peer'
  const program = await findRclone(places)
  const port = await findFreePort()
  const s3 = openS3(servers)
  await s3.makeBucket(bucket)
  s3.close()
  const { accessKey, secretKey } = servers.keys
  const store = [`access_key_id=${accessKey}`, `secret_access_key=${secretKey}`, `endpoint='${servers.s3Endpoint}'`]
  const remote = `:s3,provider=Minio,${store.join(',')}:${bucket}`
  const child = await startChild('rclone', {
    command: program,
    args: ['serve', 'webdav', remote, '--addr', `127.0.0.1:${port}`, ...RCLONE],
  })
  await waitFor(child, () => isListening(port))
  const url = `http://127.0.0.1:${port}`
  const verbs = verbsOf(url)
  /** Folders that were made or are being made: rclone locks one that is asked for twice at once. */
  const made = new Map<string, Promise<unknown>>()
  const make = (folder: string) => {
    const making = made.get(folder) ?? exchange(`${url}/${folder}/`, { method: 'MKCOL' })
    made.set(folder, making)
    return making
  }
  return {
    name: 'rclone',
    pids: () => [child.pid],
    ...verbs,
    put: async (at, body) => {
      const folder = path.dirname(at)
      if (folder !== '.') await make(folder)
      return verbs.put(at, body)
    },
    fill: (paths) => putMany(servers, bucket, paths),
    stop: async () => void (await child.stop()),
  }
}

/** @throws Error in words if there is no nginx */
export async function startNginx(_servers: Servers, places: ProgramPlaces): Promise<Peer> {
  const { program } = await findNginx(places)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-nginx-'))
  const [root, port] = [path.join(folder, 'files'), await findFreePort()]
  await mkdir(root)
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, settingsOf(folder, port))
  const child: Child = await startChild('nginx', { command: program, args: ['-e', 'stderr', '-c', file] })
  await waitFor(child, () => isListening(port))
  const url = `http://127.0.0.1:${port}`
  return {
    name: 'nginx',
    pids: () => [child.pid, ...childrenOf(child.pid, 'nginx')],
    ...verbsOf(url),
    list: (at) => exchange(`${url}/${at}/`, { headers: { 'Accept-Encoding': 'gzip' } }),
    fill: (paths) => fillDisk(root, paths),
    stop: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsOf(folder: string, port: number): string {
  // As root, its workers would be somebody who may not read the folder.
  const user = environment()['USER'] === 'root' || process.getuid?.() === 0 ? 'user root;' : ''
  return `${user} daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 2;
  events { worker_connections 1024; }
  http {
    access_log off; sendfile on; tcp_nodelay on; keepalive_requests 100000; client_max_body_size 0;
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
    uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
    gzip on; gzip_types application/json; gzip_comp_level 1;
    server {
      listen 127.0.0.1:${port};
      root ${folder}/files; autoindex on; autoindex_format json;
      dav_methods PUT DELETE COPY MOVE; create_full_put_path on;
    }
  }`
}
