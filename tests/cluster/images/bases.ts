// The images that the Dockerfiles begin with, made of Debian's packages as those of Docker Hub are, and tagged with
// their names: so the Dockerfiles build unchanged where there is no registry.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/lib/page.ts'
import { call, findNodePackages } from '../machine/places.ts'
import type { Builder } from './builder.ts'

/** What debian:SUITE-slim leaves out. */
const EXCLUDED = ['doc/*', 'groff/*', 'info/*', 'linda/*', 'lintian/*', 'locale/*', 'man/*']
/** As it comes with Node; the images throw it away. */
const NPM_VERSION = '11.19.1'

export interface Bases {
  debian: string
  node: string
  go: string
}

/** Makes those bases that are not there yet. `bases`: the versions in the Dockerfiles. */
export async function makeBases(builder: Builder, { debian, node, go }: Bases): Promise<void> {
  await make(builder, `localhost/debian:${debian}-slim`, (folder) => writeDebian(builder, folder, debian))
  await make(builder, `localhost/node:${node}-${debian}-slim`, (folder) => writeNode(builder, folder, debian))
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
  const options = [
    ...EXCLUDED.map((name) => `path-exclude=/usr/share/${name}`),
    'path-include=/usr/share/doc/*/copyright',
  ]
  const program = [path.join(packages, 'usr/bin/mmdebstrap'), '--variant=minbase', '--mode=root', '--quiet']
  const words = [...program, ...options.map((option) => `--dpkgopt=${option}`), suite, path.join(folder, 'root.tar')]
  await call(builder.env, 'perl', ...words)
  await writeFileOf(folder, ['FROM scratch', 'ADD root.tar /', 'CMD ["bash"]'])
}

/** Node of its npm package, and npm. */
async function writeNode(builder: Builder, folder: string, suite: string): Promise<void> {
  const local = path.join(folder, 'local')
  for (const name of ['bin', 'lib/node_modules']) await mkdir(path.join(local, name), { recursive: true })
  await copyFile(path.join(ROOT, 'node_modules/node/bin/node'), path.join(local, 'bin/node'))
  const pack = ['pack', '--silent', `npm@${NPM_VERSION}`]
  await promisify(execFile)('npm', pack, { cwd: folder, env: builder.env })
  await call(builder.env, 'tar', '-xzf', path.join(folder, `npm-${NPM_VERSION}.tgz`), '-C', folder)
  await rename(path.join(folder, 'package'), path.join(local, 'lib/node_modules/npm'))
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name))
  await writeFileOf(folder, [
    `FROM localhost/debian:${suite}-slim`,
    // As in Node's own image: its programs of the newer versions need it.
    'RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*',
    'COPY local /usr/local',
    'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
    'CMD ["node"]',
  ])
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
