// Builds images without a container engine and without a registry: buildah in a folder of the user's cache.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startChild } from '../../../scripts/lib/child.ts'
import { cacheFolder, type ProgramPlaces } from '../../../scripts/lib/programs.ts'
import { environmentOf, findNodePackages } from '../machine/places.ts'

/** Changes when the bases are made in another way. */
const FORMAT = 2
/** Where certificates of authorities are on a machine (as Go looks for them). */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * buildah starts itself anew without the variable that says where its libraries are. So it sees the unpacked packages
 * as if they were installed; nobody else does, and what it mounts is gone with it.
 */
const WITH_PACKAGES = 'mount -t overlay overlay -o "lowerdir=$0/usr:/usr" /usr && exec "$@"'

/** Folders of the machine that a build sees, by their places in it. */
type Mounts = Record<string, string>

export interface Build {
  tag: string
  /** Of the Dockerfile and of what it copies. */
  file: string
  context: string
  target?: string
  args?: Record<string, string>
  mounts?: Mounts
}

export class Builder {
  readonly env: NodeJS.ProcessEnv
  readonly #storage: string
  readonly #packages: string
  readonly #say: (line: string) => void

  private constructor({ env, say }: ProgramPlaces, packages: string) {
    const folder = path.join(cacheFolder(env), '..', `images-${FORMAT}`)
    this.#storage = path.join(folder, 'storage')
    this.#packages = packages
    this.#say = say
    this.env = {
      ...environmentOf(packages),
      // Each step of a build is a plain process of this machine, which needs no further rights.
      BUILDAH_ISOLATION: 'chroot',
      STORAGE_DRIVER: 'overlay',
      CONTAINERS_REGISTRIES_CONF: path.join(packages, 'etc/containers/registries.conf'),
      TMPDIR: path.join(folder, 'temporary'),
    }
  }

  static async open(places: ProgramPlaces): Promise<Builder> {
    const builder = new Builder(places, await findNodePackages(places))
    await mkdir(builder.env['TMPDIR'] ?? '', { recursive: true })
    return builder
  }

  /** The folder of everything that is built. */
  get folder(): string {
    return path.dirname(this.#storage)
  }

  has(tag: string): Promise<boolean> {
    return this.#buildah(['inspect', '--type', 'image', tag], true).then(
      () => true,
      () => false,
    )
  }

  /** @throws Error with the last lines of the build */
  async build({ tag, file, context, target, args = {}, mounts = {} }: Build): Promise<void> {
    const began = performance.now()
    this.#say(`Building the image ${tag}`)
    const words = [
      ['bud', '--pull-never', '--layers', '--file', file, '--tag', tag, ...this.#policy],
      ...(target === undefined ? [] : [['--target', target]]),
      ...Object.entries(args).map(([name, value]) => ['--build-arg', `${name}=${value}`]),
      ...Object.entries(mounts).map(([inside, outside]) => ['--volume', `${outside}:${inside}`]),
      [context],
    ]
    await this.#buildah(words.flat())
    this.#say(`  built in ${Math.round((performance.now() - began) / 1000)} s`)
  }

  /** Adds an image to a folder of the OCI layout, as a registry would get it. */
  async push(tag: string, layout: string): Promise<void> {
    await this.#buildah(['push', ...this.#policy, '--format', 'oci', tag, `oci:${layout}:${tag}`])
  }

  /**
   * A home for builds: settings of npm, pip and Go as they are on this machine, and the authorities that it trusts,
   * since a proxy before the Internet may have one of its own.
   */
  async home(): Promise<Mounts> {
    const home = path.join(this.folder, 'home')
    const [config, cache] = [path.join(home, '.config'), path.join(home, '.npm')]
    for (const folder of [path.join(config, 'pip'), path.join(config, 'go'), cache])
      await mkdir(folder, { recursive: true })
    const npm = (name: string) => this.#ask('npm', 'config', 'get', name)
    let npmrc = `registry=${await npm('registry')}\n`
    if (await isFile(AUTHORITIES)) {
      await copyFile(AUTHORITIES, path.join(home, 'authorities.crt'))
      npmrc += 'cafile=/root/authorities.crt\n'
      await writeFile(path.join(config, 'pip/pip.conf'), '[global]\ncert = /root/authorities.crt\n')
    }
    await writeFile(path.join(home, '.npmrc'), npmrc)
    await writeFile(path.join(config, 'go/env'), `GOPROXY=${await this.#ask('go', 'env', 'GOPROXY')}\n`)
    const npmCache = await npm('cache')
    await mkdir(npmCache, { recursive: true })
    return { '/root': home, '/root/.npm': npmCache }
  }

  /** Go and its caches, so that what the machine has compiled once is not compiled again. `version`: as in the base. */
  async go(version: string): Promise<Mounts> {
    const env = { GOTOOLCHAIN: `go${version}` }
    const ask = (name: string) => this.#ask('go', 'env', name, env)
    const [root, modules, cache] = [await ask('GOROOT'), await ask('GOMODCACHE'), await ask('GOCACHE')]
    return {
      ...(await this.home()),
      '/usr/local/go': root,
      '/go/pkg/mod': modules,
      '/root/.cache/go-build': cache,
      '/etc/ssl/certs': '/etc/ssl/certs',
    }
  }

  async #ask(command: string, ...words: (string | Record<string, string>)[]): Promise<string> {
    const own = words.filter((word) => typeof word === 'string')
    const env = Object.assign({ ...this.env }, ...words.filter((word) => typeof word !== 'string'))
    return (await promisify(execFile)(command, own, { env })).stdout.trim()
  }

  get #policy(): string[] {
    return ['--signature-policy', path.join(this.#packages, 'etc/containers/policy.json')]
  }

  async #buildah(words: string[], isQuiet = false): Promise<void> {
    const places = ['--root', this.#storage, '--runroot', path.join(this.folder, 'run')]
    const child = await startChild('buildah', {
      command: 'unshare',
      args: ['--mount', 'sh', '-c', WITH_PACKAGES, this.#packages, 'buildah', ...places, ...words],
      env: this.env,
      logFile: path.join(this.folder, 'build.log'),
    })
    const { code } = await child.exited
    if (code !== 0) throw new Error(isQuiet ? '' : `buildah ${words.join(' ')}:\n${child.lastLines().join('\n')}`)
  }
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
