// What stands before web in a cluster: nginx or HAProxy with the configuration that their ingress controllers make of
// an Ingress, as far as its annotations and rules go. Where it has no annotation, the controller's own value counts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Child, startChild } from '../../scripts/lib/child.ts'
import { waitFor } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findHaproxy } from '../../scripts/lib/haproxy.ts'
import { findNginx } from '../../scripts/lib/nginx.ts'
import { findFreePort, isListening } from '../../scripts/lib/ports.ts'

/** What counts of an Ingress. */
export interface IngressRules {
  annotations: Readonly<Record<string, string>>
  host: string
  path: string
}

export interface Edge {
  port: number
  /** Where it would keep bodies, if it did. */
  folder: string
  log: string[]
  stop(): Promise<void>
}

interface EdgeOptions {
  ingress: IngressRules
  /** URLs of web processes. */
  webs: readonly string[]
}

type Kind = 'nginx' | 'haproxy'

/** Starts a controller's program, and waits until it listens. @throws Error with its last lines if it does not */
export async function startEdge(kind: Kind, { ingress, webs }: EdgeOptions): Promise<Edge> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `nido-edge-${kind}-`))
  const port = await findFreePort()
  const log: string[] = []
  const place: Place = { ingress, folder, port, webs: webs.map((url) => new URL(url).host) }
  const child = await (kind === 'nginx' ? startNginx : startHaproxy)(place, (line) => void log.push(line))
  await waitFor(child, () => isListening(port))
  return {
    port,
    folder,
    log,
    stop: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  ingress: IngressRules
  folder: string
  port: number
  /** Host and port of each web. */
  webs: string[]
}
type OnLine = (line: string) => void

/** The values of annotations with a prefix, those of `own` where there are none. @throws Error for unknown ones */
function valuesOf<Name extends string>(
  { annotations }: IngressRules,
  prefix: string,
  own: Record<Name, string>,
): Record<Name, string> {
  const given = Object.entries(annotations).map(([name, value]) => [name.replace(prefix, ''), value] as const)
  const unknown = given.filter(([name]) => !(name in own))
  if (unknown.length > 0) throw new Error(`the controller knows no annotation ${unknown.join()}`)
  return { ...own, ...Object.fromEntries(given) }
}

/** The configuration of ingress-nginx for a location (its ConfigMap's defaults: docs, "ConfigMap"). */
async function startNginx(place: Place, onLine: OnLine): Promise<Child> {
  const { program } = await findNginx({ env: environment(), say: () => undefined })
  const { ingress, folder, port, webs } = place
  const values = valuesOf(ingress, 'nginx.ingress.kubernetes.io/', {
    'proxy-body-size': '1m',
    'proxy-request-buffering': 'on',
    'proxy-buffering': 'off',
    'proxy-max-temp-file-size': '1024m',
    'proxy-read-timeout': '60',
    'proxy-send-timeout': '60',
  })
  const file = path.join(folder, 'nginx.conf')
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 2;
    events { worker_connections 1024; }
    http {
      access_log off; keepalive_timeout 75s; large_client_header_buffers 4 8k;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      upstream web { ${webs.map((host) => `server ${host};`).join(' ')} keepalive 320; }
      server { listen 127.0.0.1:${port} default_server; return 404; }
      server {
        listen 127.0.0.1:${port}; server_name ${ingress.host};
        location ${ingress.path} {
          client_max_body_size ${values['proxy-body-size']};
          proxy_request_buffering ${values['proxy-request-buffering']};
          proxy_buffering ${values['proxy-buffering']};
          proxy_max_temp_file_size ${values['proxy-max-temp-file-size']};
          proxy_read_timeout ${values['proxy-read-timeout']}s;
          proxy_send_timeout ${values['proxy-send-timeout']}s;
          proxy_connect_timeout 5s; proxy_buffer_size 4k; proxy_buffers 4 4k; client_body_buffer_size 8k;
          proxy_http_version 1.1; proxy_redirect off;
          proxy_set_header Host $http_host; proxy_set_header X-Real-IP $remote_addr;
          proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Host $http_host;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
          proxy_pass http://web;
        }
      }
    }`,
  )
  return startChild('nginx', { command: program, args: ['-e', 'stderr', '-c', file], onLine })
}

/** The configuration of HAProxy's controller, whose ConfigMap has `timeout-client: 1h`, as the chart's README says. */
async function startHaproxy(place: Place, onLine: OnLine): Promise<Child> {
  const { program, env } = await findHaproxy({ env: environment(), say: () => undefined })
  const { ingress, folder, port, webs } = place
  const values = valuesOf(ingress, 'haproxy.org/', { 'timeout-server': '50s', 'timeout-tunnel': '1h' })
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `global
  maxconn 1000
defaults
  mode http
  option http-keep-alive
  option forwardfor
  timeout connect 5s
  timeout client 1h
  timeout http-request 5s
  timeout http-keep-alive 1m
frontend http
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-Proto http
  http-request deny deny_status 404 unless { req.hdr(host),field(1,:) -i ${ingress.host} } { path_beg ${ingress.path} }
  default_backend web
backend web
  balance roundrobin
  timeout server ${values['timeout-server']}
  timeout tunnel ${values['timeout-tunnel']}
${webs.map((host, at) => `  server web${at} ${host}`).join('\n')}
`,
  )
  const args = ['-db', '-f', file]
  return startChild('HAProxy', { command: program, args, env: { ...environment(), ...env }, onLine })
}
