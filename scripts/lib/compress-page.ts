// Compresses the page's files next to themselves, once per build and as small as possible.
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)

/** Fonts and pictures are already compressed. */
const TEXTS = /\.(?:m?js|css|svg|json|webmanifest|wasm|txt)$/
/** A smaller file fits into one packet without compression. */
const WORTHWHILE_BYTES = 1_400

/**
 * Writes `a.js.br` and `a.js.gz` for each text file `a.js` in a folder and below it. All three get the same time, in
 * whole seconds: a web server tells the time of the one that it sends (RFC 9110, section 8.8.2).
 */
export async function compressPage(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter((name) => TEXTS.test(name)).map((name) => compressFile(path.join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < WORTHWHILE_BYTES) return
  const [br, gz] = await Promise.all([brotli(bytes), gzip(bytes, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  const seconds = Math.floor((await stat(file)).mtimeMs / 1000)
  await Promise.all([file, `${file}.br`, `${file}.gz`].map((each) => utimes(each, seconds, seconds)))
}
