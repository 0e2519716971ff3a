// The images that the Dockerfiles begin with, made of Debian's packages as those of Docker Hub are, and tagged with
// their names: so the Dockerfiles build unchanged where there is no registry.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { call, findNodePackages } from '../machine/places.ts'
import type { Builder } from './builder.ts'

/** What debian:SUITE-slim leaves out. */
const EXCLUDED = ['doc/*', 'groff/*', 'info/*', 'linda/*', 'lintian/*', 'locale/*', 'man/*']
/** As Docker's images of Debian set it: nothing that apt-get downloads or computes stays in a layer. */
const APT = [
  'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/archives/partial/*.deb || true"; };',
  'Dir::Cache::pkgcache "";',
  'Dir::Cache::srcpkgcache "";',
  'Acquire::Languages "none";',
]
/** As it comes with Node. */
const NPM_VERSION = '11.19.1'

export interface Bases {
  debian: string
  node: string
  go: string
}

/** Makes those bases that are not there yet. `bases`: the versions in the Dockerfiles. */
export async function makeBases(builder: Builder, { debian, node, go }: Bases): Promise<void> {
  await make(builder, `localhost/debian:${debian}-slim`, (folder) => writeDebian(builder, folder, debian))
  await make(builder, `localhost/node:${node}-${debian}-slim`, (folder) => writeNode(builder, folder, { debian, node }))
  await make(builder, `localhost/golang:${go}-${debian}`, (folder) => writeGo(folder, debian))
}

async function make(builder: Builder, tag: string, write: (folder: string) => Promise<void>): Promise<void> {
  if (await builder.has(tag)) return
  const context = await mkdtemp(path.join(builder.folder, 'base-'))
  try {
    await write(context)
    await builder.build({ tag, file: path.join(context, 'Dockerfile'), context })
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}

const writeFileOf = (folder: string, lines: string[]) =>
  writeFile(path.join(folder, 'Dockerfile'), `${lines.join('\n')}\n`)

async function writeDebian(builder: Builder, folder: string, suite: string): Promise<void> {
  const packages = await findNodePackages({ env: builder.env, say: () => undefined })
  const program = path.join(packages, 'usr/bin/mmdebstrap')
  const options = [
    ['--variant=minbase', '--mode=root', '--quiet'],
    // Its folders are links from the beginning, so nothing has to move them there.
    [`--hook-directory=${path.join(packages, 'usr/share/mmdebstrap/hooks/merged-usr')}`],
    EXCLUDED.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}`),
    ['--dpkgopt=path-include=/usr/share/doc/*/copyright'],
  ]
  await call(builder.env, 'perl', program, ...options.flat(), suite, path.join(folder, 'root.tar'))
  await writeFile(path.join(folder, 'docker-clean'), `${APT.join('\n')}\n`)
  await writeFileOf(folder, [
    'FROM scratch',
    'ADD root.tar /',
    'COPY docker-clean /etc/apt/apt.conf.d/',
    'CMD ["bash"]',
  ])
}

/** Node and npm, of their packages. */
async function writeNode(builder: Builder, folder: string, { debian, node }: Omit<Bases, 'go'>): Promise<void> {
  const local = path.join(folder, 'local')
  await unpack(builder, `node-linux-${process.arch}@${node}`, local)
  await unpack(builder, `npm@${NPM_VERSION}`, path.join(local, 'lib/node_modules/npm'))
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name))
  await writeFileOf(folder, [
    `FROM localhost/debian:${debian}-slim`,
    // As in Node's own image: its programs of the newer versions need it.
    'RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*',
    'COPY local /usr/local',
    'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
    'CMD ["node"]',
  ])
}

/** Fetches a package from the registry of npm, and unpacks it into a folder. */
async function unpack(builder: Builder, name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const pack = ['pack', '--silent', '--pack-destination', path.dirname(folder), name]
  const { stdout } = await promisify(execFile)('npm', pack, { env: builder.env })
  const archive = path.join(path.dirname(folder), stdout.trim())
  await call(builder.env, 'tar', '-xzf', archive, '--strip-components=1', '-C', folder)
  await rm(archive)
}

/** Go itself is mounted while something is built. */
const writeGo = (folder: string, suite: string): Promise<void> =>
  writeFileOf(folder, [
    `FROM localhost/debian:${suite}-slim`,
    'RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates',
    'ENV GOPATH=/go GOTOOLCHAIN=local',
    'ENV PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'RUN mkdir -p /go/bin /go/pkg/mod /usr/local/go',
    'WORKDIR /go',
  ])
