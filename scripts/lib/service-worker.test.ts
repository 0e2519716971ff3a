import { describe, expect, it } from '@jest/globals'
import type { Rolldown } from 'vite'
import { shellOf } from './service-worker.ts'

const chunk = (name: string, { imports = [], css = [] }: { imports?: string[]; css?: string[] } = {}) => [
  `static/assets/${name}-AAAAAAAA.js`,
  {
    type: 'chunk',
    name,
    fileName: `static/assets/${name}-AAAAAAAA.js`,
    imports: imports.map((one) => `static/assets/${one}-AAAAAAAA.js`),
    viteMetadata: { importedCss: new Set(css) },
  },
]
const asset = (fileName: string) => [fileName, { type: 'asset', fileName }]
const bundleOf = (...files: unknown[][]) => Object.fromEntries(files) as Rolldown.OutputBundle

const PAGE = [
  chunk('main', { imports: ['ground'], css: ['static/assets/main-AAAAAAAA.css'] }),
  chunk('ground'),
  chunk('app', { imports: ['ground'] }),
  chunk('KeptFolders'),
  chunk('Corner', { imports: ['tray', 'app'] }),
  chunk('tray'),
  chunk('CalendarScene'),
]
const TEXTS = [asset('static/assets/texts-en-rest-00000000.json'), asset('static/assets/texts-es-rest-00000000.json')]

describe('what the worker keeps from its start', () => {
  it('is the script of the document first, what shows a folder, and English', () => {
    const { files, texts } = shellOf(bundleOf(...PAGE, ...TEXTS))
    expect(files[0]).toBe('static/assets/main-AAAAAAAA.js')
    expect(files.toSorted()).toEqual([
      'static/assets/Corner-AAAAAAAA.js',
      'static/assets/KeptFolders-AAAAAAAA.js',
      'static/assets/app-AAAAAAAA.js',
      'static/assets/ground-AAAAAAAA.js',
      'static/assets/main-AAAAAAAA.css',
      'static/assets/main-AAAAAAAA.js',
      'static/assets/texts-en-rest-00000000.json',
      'static/assets/tray-AAAAAAAA.js',
    ])
    expect(texts).toHaveLength(2)
  })

  it('fails the build if one of them has gone', () => {
    const without = (name: string) =>
      bundleOf(...PAGE.filter(([file]) => !String(file).includes(`/${name}-`)), ...TEXTS)
    expect(() => shellOf(without('KeptFolders'))).toThrow('the page has no KeptFolders')
    expect(() => shellOf(bundleOf(...PAGE))).toThrow('no texts')
  })
})
