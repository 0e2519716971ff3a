// Bodies in chunks (RFC 9112 section 7.1), as some storages send their refusals.

const LINE_END = '\r\n'

/** The bytes in the chunks; null where the last one has not come, or where they are none. */
export function joinChunks(sent: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = sent.indexOf(LINE_END, at)
    if (end === -1) return null
    const [, digits] = /^([\da-f]{1,8})[\t ]*(?:;.*)?$/i.exec(sent.toString('latin1', at, end)) ?? []
    if (digits === undefined) return null
    const size = parseInt(digits, 16)
    if (size === 0) return Buffer.concat(chunks)
    const start = end + LINE_END.length
    at = start + size + LINE_END.length
    if (at > sent.length) return null
    chunks.push(sent.subarray(start, start + size))
  }
}
