// The Dockerfiles, as far as they can be read without building them, and the packages that go into them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { API_ENVIRONMENT, NODE_ARGS, WORKER_NODE_ARGS } from './lib/api.ts'
import { STALE_UPLOADS_EXPIRY } from './lib/embedded.ts'
import { ROOT } from './lib/places.ts'
import { MINIO_VERSION } from './lib/programs.ts'
import { importedPackages, isUnused, type LockedPackages, nameAt, neededPlaces } from './lib/runtime-packages.ts'

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')
const DOCKERFILES = ['nido', 'emulator', 'store', 'database'].map((name) => `k8s/images/${name}/Dockerfile`)
const { packages } = JSON.parse(read('package-lock.json')) as { packages: LockedPackages }
const manifest = JSON.parse(read('package.json')) as { version: string; dependencies: Record<string, string> }

/** Nothing, another stage, or an image of a version. */
const BASE =
  /^(scratch|program|(node:\$\{NODE_VERSION\}|debian:)-?\$\{DEBIAN\}-slim|golang:\d+\.\d+\.\d+-\$\{DEBIAN\})$/

/** The instructions of a Dockerfile, each in one line and without comments. */
const instructionsOf = (file: string): string[] =>
  read(file)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean)

/** The stages that are images, each with its last instruction of a kind. */
function imagesOf(file: string): { name: string; lines: string[] }[] {
  const stages: { name: string; lines: string[] }[] = []
  for (const line of instructionsOf(file)) {
    const name = /^FROM \S+(?: AS (\S+))?/.exec(line)
    if (name) stages.push({ name: name[1] ?? file, lines: [] })
    stages.at(-1)?.lines.push(line)
  }
  return stages.filter(({ lines }) => lines.some((line) => line.startsWith('LABEL ')))
}

/** These scripts and the files of the project that they import, directly or not. */
function filesOf(scripts: readonly string[]): Set<string> {
  const found = new Set(scripts)
  for (const name of found)
    for (const [, other = ''] of read(name).matchAll(/\b(?:from|import) '(\.[^']+)'/g))
      found.add(path.join(path.dirname(name), other))
  return found
}

const images = DOCKERFILES.flatMap(imagesOf)
const last = (lines: string[], word: string) => lines.findLast((line) => line.startsWith(`${word} `)) ?? ''

describe('the Dockerfiles', () => {
  it('make the six images', () =>
    expect(images.map(({ name }) => path.basename(path.dirname(name) === '.' ? name : path.dirname(name)))).toEqual([
      'api',
      'worker',
      'web',
      'emulator',
      'store',
      'database',
    ]))

  it.each(images)('of $name: another user than root, a health check without a shell, labels', ({ lines }) => {
    expect(last(lines, 'USER')).toBe('USER 1000:1000')
    expect(last(lines, 'HEALTHCHECK')).toMatch(/CMD \[".*"\]$|NONE$/)
    for (const label of ['title', 'description', 'licenses', 'version', 'revision'])
      expect(last(lines, 'LABEL')).toContain(`org.opencontainers.image.${label}=`)
  })

  it.each(DOCKERFILES)('%s pins its bases and names no architecture', (file) => {
    const text = read(file)
    expect(text).not.toMatch(/amd64|arm64|x86_64|aarch64|x64|--platform/)
    for (const [, base = ''] of text.matchAll(/^FROM (\S+)/gm)) expect(base).toMatch(BASE)
  })

  it.each(DOCKERFILES)('%s copies what is there and is not ignored', (file) => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const copied = instructionsOf(file)
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) =>
        line
          .split(' ')
          .slice(1, -1)
          .filter((word) => !word.startsWith('--')),
      )
    expect(copied.length).toBeGreaterThan(0)
    for (const name of copied) {
      expect([name, existsSync(path.join(ROOT, name))]).toEqual([name, true])
      expect([name, allowed.some((one) => name === one || name.startsWith(`${one}/`))]).toEqual([name, true])
    }
  })

  it.each(DOCKERFILES)('%s copies what the scripts that it runs import', (file) => {
    const lines = instructionsOf(file)
    const copied = lines.filter((line) => line.startsWith('COPY ')).flatMap((line) => line.split(' ').slice(1, -1))
    const scripts = lines
      .filter((line) => line.startsWith('RUN '))
      .flatMap((line) => line.match(/scripts\/\S+\.ts/g) ?? [])
    const missing = [...filesOf(scripts)].filter((name) => !copied.some((one) => name.startsWith(`${one}/`)))
    expect(missing).toEqual([])
  })

  it('start the programs as `make start` does, of the same versions', () => {
    const nido = read('k8s/images/nido/Dockerfile')
    const program = instructionsOf('k8s/images/nido/Dockerfile').join('\n').replaceAll(/ +/g, ' ')
    expect(nido).toContain(`ARG NODE_VERSION=${manifest.dependencies['node']}\n`)
    expect(program).toContain(`ENTRYPOINT ${JSON.stringify(['node', ...NODE_ARGS]).replaceAll(',', ', ')}`)
    expect(program).toContain('CMD ["dist/program/api.js"]')
    const worker = [...WORKER_NODE_ARGS, 'dist/program/worker.js']
    // What was compiled with other options of V8 is compiled anew.
    for (const run of [['dist/program/api.js'], worker])
      expect(program).toContain(`RUN node ${[...NODE_ARGS, ...run].join(' ')} `)
    expect(program).toContain(`CMD ${JSON.stringify(worker).replaceAll(',', ', ')}`)
    const { NODE_COMPILE_CACHE: _folder, ...memory } = API_ENVIRONMENT
    for (const [name, value] of Object.entries(memory)) expect(program).toContain(`${name}=${value}`)
    const store = read('k8s/images/store/Dockerfile')
    expect(store).toContain(`ARG MINIO=${MINIO_VERSION}\n`)
    expect(store).toContain('HOME=/tmp')
    expect(store).toContain(`MINIO_API_STALE_UPLOADS_EXPIRY=${STALE_UPLOADS_EXPIRY}`)
    for (const { lines } of images) expect(lines).toContain(`ARG VERSION=${manifest.version}`)
  })

  it('keep the AGPL to the image of the store, with its text and where its sources are', () => {
    expect(read('k8s/images/store/Dockerfile')).toMatch(/LICENSE .*\n.*SOURCE/)
    for (const file of DOCKERFILES.filter((name) => !name.includes('store'))) expect(read(file)).not.toMatch(/minio/i)
  })
})

describe('the packages of the images', () => {
  const codes = readdirSync(path.join(ROOT, 'backend'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => read(path.join('backend', name)))
  const names = new Set(codes.flatMap(importedPackages))
  const needed = neededPlaces(packages, names)

  it('are those that the backend imports, and theirs', () => {
    const found = new Set([...needed].map(nameAt))
    expect([...names].filter((name) => !name.startsWith('@jest/') && !found.has(name))).toEqual([])
    expect(['koa', 'mongodb', 'sharp', 'webtorrent'].filter((name) => !found.has(name))).toEqual([])
    expect(['react', 'three', 'pdfjs-dist', 'node', 'jest', 'vite'].filter((name) => found.has(name))).toEqual([])
    expect([...needed].filter((place) => packages[place]?.dev)).toEqual([])
  })

  it('are found where a package has its own version of another one', () => {
    const tree = {
      'node_modules/a': { dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' } },
    }
    expect([...neededPlaces(tree, ['a'])].toSorted()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ])
    expect(importedPackages(`import a from '@b/c/d'\nawait import('e/f')\nimport 'node:fs'\nimport './g.ts'`)).toEqual([
      '@b/c',
      'e',
    ])
  })

  it('are without types, sources, tests, and builds for other platforms and uses', () => {
    const unused = [
      'zod/src/index.ts',
      'a/index.d.mts',
      'a/index.js.map',
      'a/deps/b.tar.bz2',
      'bintrees/test',
      '@a/b/tests',
      'a/node_modules/@b/c/__tests__',
      'bare-url/prebuilds/linux-arm64',
      'bare-url/prebuilds/ios-x64-simulator',
      'astronomia/lib/data/vsop87Bmars.cjs',
      'libheif-js/libheif-wasm/libheif.wasm',
      'xml2js/lib/xml2js.bc.js',
    ]
    const used = [
      'a/LICENSE.md',
      'a/lib/test',
      'a/test.js',
      'test',
      '@a/test',
      'a/prebuilds',
      'a/prebuilds/linux-x64',
      'a/prebuilds/linux-x64/node.napi.node',
      'astronomia/data/deltat.js',
      'astronomia/data/vsop87Bearth.js',
      'libheif-js/libheif-wasm/libheif-bundle.mjs',
      'xml2js/lib/xml2js.js',
    ]
    expect([...unused, ...used].filter((name) => isUnused(name, 'linux-x64'))).toEqual(unused)
  })

  it('run on 64-bit ARM with glibc, too: each native one has a build for it', () => {
    const isGlibc = ({ os, libc }: LockedPackages[string]) =>
      (!os || os.includes('linux')) && (!libc || libc.includes('glibc'))
    const native = [...needed].filter((place) => {
      const found = packages[place] ?? {}
      return found.cpu?.includes('x64') && isGlibc(found)
    })
    expect(native.length).toBeGreaterThan(5)
    const without = native.filter((place) => {
      const twin = packages[place.replace(/x64(?=$|-)/, 'arm64')]
      return !twin?.cpu?.includes('arm64') || !isGlibc(twin)
    })
    expect(without).toEqual([])
  })

  it.each(['lzma-native'])('and %s, which has its builds inside', (name) =>
    expect(existsSync(path.join(ROOT, 'node_modules', name, 'prebuilds', 'linux-arm64'))).toBe(true),
  )
})
