// Packages with known vulnerabilities: the versions in package-lock.json have the fixes (K07).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

/** The first fixed version of each package. Packages that are not used are not checked. */
const FIXED: Readonly<Record<string, string>> = {
  koa: '3.1.2',
  '@koa/router': '15.0.0',
  '@tus/server': '2.4.3',
  mongoose: '8.9.5',
  multer: '2.1.0',
  multiparty: '4.3.0',
  formidable: '3.5.3',
  qs: '6.14.1',
  ws: '8.17.1',
  sharp: '0.32.6',
}
/** Packages that Nido certainly uses, so that a renamed lock file does not pass unnoticed. */
const USED = ['koa', '@koa/router', '@tus/server', 'mongoose', 'formidable', 'ws', 'sharp']

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
}
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  lockfileVersion: number
  packages: Record<string, Locked>
}
const installed = Object.entries(lock.packages)
  .filter(([at]) => at !== '')
  .map(([at, locked]) => ({ name: at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length), at, ...locked }))

const isOlder = (version: string, than: string): boolean => version.localeCompare(than, 'en', { numeric: true }) < 0

describe('K07: the packages', () => {
  it('are compared by their numbers', () =>
    expect([isOlder('3.10.0', '3.9.1'), isOlder('2.9.9', '10.0.0'), isOlder('3.1.2', '3.1.2')]).toEqual([
      false,
      true,
      false,
    ]))

  it.each(Object.entries(FIXED))('hold no %s before %s, wherever it is nested', (name, fixed) => {
    const found = installed.filter((one) => one.name === name)
    expect(
      found.filter(({ version = '0' }) => isOlder(version, fixed)).map(({ at, version }) => `${at} ${version}`),
    ).toEqual([])
  })
  it.each(USED)('are those that are asked about: %s', (name) =>
    expect(installed.map((one) => one.name)).toContain(name),
  )

  it('are pinned, each by what its bytes add up to', () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
    expect(
      Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version)),
    ).toEqual([])
    expect(
      installed.filter(({ link, integrity }) => !link && !/^sha(512|1)-/.test(integrity ?? '')).map(({ at }) => at),
    ).toEqual([])
  })
})
