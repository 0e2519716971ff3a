// `node tests/roms/build.ts`: writes the test programs of the arcade, and their hashes, anew.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { advanceRom } from './advance.ts'
import { gameBoyRom } from './gameboy.ts'
import { ndsRom } from './nds.ts'

/** Each by the name of its file. */
export const buildRoms = (): Record<string, Buffer> => ({
  'test.gb': gameBoyRom('gb'),
  'test.gbc': gameBoyRom('gbc'),
  'test.gba': advanceRom(),
  'test.nds': ndsRom(),
})

/** As sha256sum has them. */
export const hashesOf = (roms: Record<string, Buffer>): string =>
  Object.entries(roms)
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    .join('')

if (import.meta.main) {
  const roms = buildRoms()
  for (const [name, bytes] of Object.entries(roms)) await writeFile(path.join(import.meta.dirname, name), bytes)
  await writeFile(path.join(import.meta.dirname, 'SHA256SUMS'), hashesOf(roms))
}
