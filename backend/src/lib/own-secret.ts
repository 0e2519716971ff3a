// The key that tokens are signed with where no setting gives one.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Bytes that the signing key has at least (RFC 7518 section 3.2: as many as the hash, 32). */
export const SECRET_MIN_BYTES = 32

/**
 * The key in a folder, made once; of several processes that start at once, all use the first one's.
 * @throws Error in words if there is none that can be used
 */
export function ownSecret(folder: string): string {
  const file = path.join(folder, 'secret')
  const secret = readOrMake(file)
  if (Buffer.byteLength(secret) < SECRET_MIN_BYTES)
    throw new Error(`the key in ${file} is too short: it must have at least ${SECRET_MIN_BYTES} bytes`)
  return secret
}

function readOrMake(file: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    try {
      // A link appears whole or not at all, and fails where there is one already.
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(
      `DATA_DIR cannot hold the signing key (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); ` +
        'set SECRET_KEY instead',
      { cause: error },
    )
  }
}
