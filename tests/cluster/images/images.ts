// The images of Nido for the tests on a cluster, built of k8s/images as they are, and kept until what they are made of
// changes.
import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { withLock } from '../../../scripts/lib/file-lock.ts'
import { ROOT } from '../../../scripts/lib/places.ts'
import type { ProgramPlaces } from '../../../scripts/lib/programs.ts'
import { makeBases } from './bases.ts'
import { type Build, Builder } from './builder.ts'

const REGISTRY = 'localhost'
const PAUSE = `${REGISTRY}/pause:1`
/** The API without ffmpeg, which is only measured. */
export const LEAN = 'api:lean'

const file = (name: string) => path.join(ROOT, 'k8s/images', name, 'Dockerfile')
const read = (name: string) => readFile(path.join(ROOT, name), 'utf8')

/** A folder of the OCI layout with all images, and that of the pods' sandboxes. @throws Error if one cannot be built */
export async function findImages(places: ProgramPlaces): Promise<string> {
  const builder = await Builder.open(places)
  const layout = path.join(builder.folder, `layout-${await hashOf()}`)
  const isThere = () => lstat(layout).then(Boolean, () => false)
  const wait = () => places.say('Waiting for another run that builds the images')
  return withLock(path.join(builder.folder, 'lock'), wait, async () => {
    if (await isThere()) return layout
    const draft = path.join(builder.folder, 'draft')
    for (const name of await readdir(builder.folder))
      if (name === 'draft' || name.startsWith('layout-')) await rm(path.join(builder.folder, name), { recursive: true })
    await mkdir(draft)
    const version = /^ARG DEBIAN=(.+)$/m
    const nido = await read('k8s/images/nido/Dockerfile')
    const bases = {
      debian: version.exec(nido)?.[1] ?? '',
      node: /^ARG NODE_VERSION=(.+)$/m.exec(nido)?.[1] ?? '',
      go: /^FROM golang:([\d.]+)/m.exec(nido)?.[1] ?? '',
    }
    await makeBases(builder, bases)
    for (const build of await buildsOf(builder, bases.go)) {
      await builder.build(build)
      await builder.push(build.tag, draft)
    }
    await rename(draft, layout)
    return layout
  })
}

/** The full name of an image of ours, as the chart has it. */
async function tagOf(image: string): Promise<string> {
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  return `${REGISTRY}/nido/${image.includes(':') ? image : `${image}:${version}`}`
}

async function buildsOf(builder: Builder, go: string): Promise<Build[]> {
  const [home, withGo] = [await builder.home(), await builder.go(go)]
  const nido = (target: string, mounts = home) => own(target, { file: file('nido'), target, mounts })
  return Promise.all([
    own('database', { mounts: withGo }),
    own('store', { mounts: withGo }),
    { tag: PAUSE, file: path.join(import.meta.dirname, 'pause.Dockerfile'), context: ROOT, mounts: withGo },
    nido('api'),
    nido('worker'),
    own('emulator', { mounts: home }),
    nido('web', withGo),
    own(LEAN, { file: file('nido'), target: 'api', mounts: home, args: { FFMPEG: 'false' } }),
  ])
}

async function own(name: string, more: Partial<Build>): Promise<Build> {
  return { tag: await tagOf(name), file: file(name), context: ROOT, ...more }
}

/** Of all that the images are made of, as .dockerignore lets it through, and of how they are built. */
async function hashOf(): Promise<string> {
  const allowed = (await read('.dockerignore')).split('\n').filter((line) => line.startsWith('!'))
  const names = [...allowed.map((line) => line.slice(1)), 'tests/cluster/images']
  const hash = createHash('sha256')
  for (const name of names.toSorted())
    for (const found of await filesIn(name)) hash.update(`${found}\0`).update(await readFile(path.join(ROOT, found)))
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(name: string): Promise<string[]> {
  if (!(await lstat(path.join(ROOT, name))).isDirectory()) return [name]
  const entries = await readdir(path.join(ROOT, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** The bytes of an image in a registry: those of its layers, compressed. @throws Error if it is not in the layout */
export async function compressedBytes(layout: string, image: string): Promise<number> {
  const tag = await tagOf(image)
  const json = async <T>(name: string) => JSON.parse(await readFile(path.join(layout, name), 'utf8')) as T
  const { manifests } = await json<{ manifests: { digest: string; annotations?: Record<string, string> }[] }>(
    'index.json',
  )
  const found = manifests.find(({ annotations }) => annotations?.['org.opencontainers.image.ref.name'] === tag)
  if (!found) throw new Error(`there is no image ${tag}`)
  const { layers } = await json<{ layers: { size: number }[] }>(`blobs/${found.digest.replace(':', '/')}`)
  return layers.reduce((sum, { size }) => sum + size, 0)
}
