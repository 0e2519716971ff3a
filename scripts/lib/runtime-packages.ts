// Which of the installed packages the API and the worker need: those that their code imports, and what these need. The
// page's packages are built into it.

/** An entry of `packages` in package-lock.json (lockfile version 3). */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>

const FOLDER = 'node_modules/'
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bresolve\(|\brequire\()\s*'(@?\w[\w./-]*)'/g

/** The packages that a file imports by name. */
export const importedPackages = (code: string): string[] =>
  [...code.matchAll(IMPORT)].map(([, name = '']) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  )

/** The name of the package at a place in the lockfile. */
export const nameAt = (place: string): string => place.slice(place.lastIndexOf(FOLDER) + FOLDER.length)

/** The places (`node_modules/a/node_modules/b`) of these packages and of all that they need. */
export function neededPlaces(packages: LockedPackages, names: Iterable<string>): Set<string> {
  const needed = new Set<string>()
  const add = (from: string, name: string) => {
    const place = placeOf(packages, from, name)
    if (place === null || needed.has(place)) return
    needed.add(place)
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(place, next)
  }
  for (const name of names) add('', name)
  return needed
}

/** Node's search: in the folder of the package that asks, then in those above it. */
function placeOf(packages: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))) {
    const place = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`
    if (packages[place]) return place
    if (folder === '') return null
  }
}

/** Types, maps of sources, and sources of what was compiled. */
const SOURCES = /\.(?:map|[cm]?ts|c|cc|cpp|h|gypi?|tar\.bz2)$/
/** The tests of a package, in a folder of its own. */
const TESTS = /^(?:.*node_modules\/)?(?:@[^/]+\/)?[^/@][^/]*\/(?:tests?|__tests__)$/
/**
 * What large packages contain that we never read: builds for browsers and other uses, and the orbits of the moon and
 * of the other planets (holidays are computed from that of the earth alone).
 */
const OTHER_BUILDS = new RegExp(
  [
    'astronomia/(?:lib/)?data/(?!deltat|vsop87Bearth\\.)[^/]+',
    'date-holidays/(?:data|dist)',
    'libheif-js/libheif',
    'libheif-js/libheif-wasm/(?!libheif-bundle\\.mjs)[^/]+',
    'lodash/(?:core|lodash)\\.min\\.js',
    'moment/(?:dist|min|src)',
    'moment-timezone/builds',
    'webtorrent/dist',
    'xml2js/lib/xml2js\\.bc\\.js',
  ]
    .map((name) => `^${name}$`)
    .join('|'),
)
/** Native code inside a package, by platform. */
const BUILDS = /(?:^|\/)prebuilds\/([^/]+)$/

/**
 * Whether a file or folder below node_modules is never read while programs run on a platform (such as `linux-x64`).
 * Together these are more than half of all bytes.
 */
export function isUnused(name: string, platform: string): boolean {
  const build = BUILDS.exec(name)?.[1] ?? platform
  return SOURCES.test(name) || TESTS.test(name) || OTHER_BUILDS.test(name) || build !== platform
}

/** A bill of materials (CycloneDX 1.6) of packages in these places. */
export function billOfMaterials(packages: LockedPackages, places: Iterable<string>, root: { version: string }) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'nido', version: root.version } },
    components: [...places].toSorted().map((place) => {
      const { version = '', license, integrity = '' } = packages[place] ?? {}
      const [algorithm = '', sum = ''] = integrity.split('-')
      return {
        type: 'library',
        name: nameAt(place),
        version,
        purl: `pkg:npm/${nameAt(place).replace('@', '%40')}@${version}`,
        ...(license && { licenses: [{ expression: license }] }),
        hashes: [
          { alg: algorithm.replace('sha', 'SHA-').toUpperCase(), content: Buffer.from(sum, 'base64').toString('hex') },
        ],
      }
    }),
  }
}
