// Where the cluster of the tests is: its folder, its network, and the programs that it consists of.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { unpackWithDependencies } from '../../../scripts/lib/debian.ts'
import { environment } from '../../../scripts/lib/environment.ts'
import { cacheFolder, type ProgramPlaces } from '../../../scripts/lib/programs.ts'

/** One cluster at a time, so its names are fixed, and what a killed one has left is found again. */
export const NAME = 'nido-cluster'
/** Short, because paths of sockets are. */
export const FOLDER = path.join(os.tmpdir(), NAME)
export const KUBECONFIG = path.join(FOLDER, 'admin.kubeconfig')
export const CONTAINERD = path.join(FOLDER, 'containerd.sock')

/** Networks for tests of devices (RFC 2544), which are nobody's. Nothing leads from them anywhere else. */
export const NETWORK = {
  /** The node, and the machine that it runs on. */
  node: '198.18.0.1',
  machine: '198.18.0.2',
  link: 30,
  pods: '198.18.64.0/24',
  services: '198.18.128.0/20',
  api: '198.18.128.1',
  names: '198.18.128.10',
  apiPort: 16443,
} as const
export const NODE_NAME = 'node1'

/** Debian's programs of a node and of builds of images. */
const PACKAGES = [
  'buildah',
  'containerd',
  'containernetworking-plugins',
  'etcd-server',
  'iproute2',
  'mmdebstrap',
  'nftables',
  'openssl',
  'runc',
]
/** Changes with the packages. */
const PACKAGES_FORMAT = 1

/** The folder with Debian's programs, unpacked. @throws Error in words where that is not possible */
export async function findNodePackages({ env, say }: ProgramPlaces): Promise<string> {
  const folder = path.join(cacheFolder(env), `node-packages-${PACKAGES_FORMAT}`)
  if (await isFull(folder)) return folder
  say(`Fetching ${PACKAGES.join(', ')}`)
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    if (!(await unpackWithDependencies(PACKAGES, draft, env)))
      throw new Error('The Debian packages of a node could not be fetched.')
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another run may have been faster.
      if (!(await isFull(folder))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

const isFull = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  )

/** The environment in which the unpacked programs run. The programs of `first` come before all others. */
export function environmentOf(packages: string, first: string[] = []): NodeJS.ProcessEnv {
  const own = environment()
  const folders = ['usr/sbin', 'usr/bin', 'sbin', 'bin'].map((name) => path.join(packages, name))
  // Debian's names of architectures differ from those of Node.
  const libraries = ['usr/lib', 'lib'].flatMap((name) =>
    ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((tuple) => path.join(packages, name, tuple)),
  )
  return {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => !/^(https?|no|all)_proxy$/i.test(name))),
    PATH: [...first, ...folders, own['PATH'] ?? '', '/usr/sbin', '/sbin'].join(':'),
    LD_LIBRARY_PATH: libraries.join(':'),
  }
}

/** Runs a program to its end and returns what it printed. @throws Error with what it said */
export async function call(env: NodeJS.ProcessEnv, command: string, ...words: string[]): Promise<string> {
  return promisify(execFile)(command, words, { env, maxBuffer: 64 << 20 }).then(
    ({ stdout }) => stdout,
    (error: { stderr?: string; stdout?: string; message: string }) => {
      throw new Error(`${command} ${words.join(' ')}: ${error.stdout ?? ''}${error.stderr || error.message}`)
    },
  )
}
