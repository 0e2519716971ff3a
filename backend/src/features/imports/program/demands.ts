// Which yt-dlp-ejs a package of yt-dlp needs: its scripts for the players of YouTube, of which a release takes one
// version and no other. Read in a child process, since packages come from elsewhere.
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { Task } from '../../../lib/child/serve.ts'

/** Where a wheel has what it says of itself (PEP 427). */
const METADATA = /^yt_dlp-[^/]+\.dist-info\/METADATA$/
const METADATA_MAX_BYTES = 1024 * 1024

/** A requirement of exactly one version (PEP 508): `yt-dlp-ejs==0.8.0; extra == 'default'`. */
const DEMAND = /^Requires-Dist:[ \t]*yt[-_.]dlp[-_.]ejs[ \t]*\(?===?[ \t]*(\d[\d.]{0,39})(?![\w.*+!-])/im

/** The version that the metadata demand; null if they demand none, or not one alone. The description is not read. */
export function ejsVersionIn(metadata: string): string | null {
  const [headers = ''] = metadata.split(/\r?\n\r?\n/, 1)
  return DEMAND.exec(headers)?.[1] ?? null
}

/** The body is a wheel; the value is the version, or null. */
export const ytDlpDemands: Task = async (_input, body) => ({
  value: ejsVersionIn(await metadataOf(Buffer.from(body.buffer, body.byteOffset, body.length))),
})

async function metadataOf(wheel: Buffer): Promise<string> {
  const zip = await fromBufferPromise(wheel, { lazyEntries: true, validateEntrySizes: true })
  for await (const entry of zip.eachEntry()) {
    if (!METADATA.test(entry.fileName) || entry.uncompressedSize > METADATA_MAX_BYTES) continue
    return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  }
  return ''
}
