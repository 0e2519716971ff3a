// Which yt-dlp is chosen. That and the packages lie in the system bucket, where workers find them.
import { z } from 'zod'
import { ytDlpVersion } from '../../../../contract/yt-dlp.ts'
import { PROGRAMS } from '../../../storage/own-keys.ts'
import type { Scratch } from '../../../storage/types.ts'

/** The name under which processes announce another choice. */
export const YT_DLP = 'yt-dlp'
const CHOICE = `${PROGRAMS}yt-dlp/choice`

const wheel = z.object({ version: ytDlpVersion, sha256: z.string().regex(/^[0-9a-f]{64}$/) })
/** A package that was fetched and compared. */
export type Wheel = z.infer<typeof wheel>

const program = wheel.extend({ ejs: wheel.nullable().default(null) })
/** A yt-dlp; `ejs`: the yt-dlp-ejs that it demands, or null if it takes the installed one. */
export type Program = z.infer<typeof program>

const choice = z.object({ now: program.nullable(), before: program.nullable(), hasBefore: z.boolean() })
/** Null for the version that came with the installation. `hasBefore`: whether anything was chosen before. */
export type ProgramChoice = z.infer<typeof choice>

/** By its content, so that what was compared is what is used. */
export const wheelKey = ({ sha256 }: Pick<Wheel, 'sha256'>): string => `${PROGRAMS}yt-dlp/${sha256}.whl`

/** The packages of a program. */
export const wheelsOf = (chosen: Program): Wheel[] => (chosen.ejs === null ? [chosen] : [chosen, chosen.ejs])

/** The SHA-256 of all packages that a choice keeps. */
export const keptBy = ({ now, before }: Pick<ProgramChoice, 'now' | 'before'>): string[] =>
  [now, before].flatMap((chosen) => (chosen === null ? [] : wheelsOf(chosen))).map(({ sha256 }) => sha256)

export async function readChoice(scratch: Pick<Scratch, 'get'>): Promise<ProgramChoice> {
  const bytes = await scratch.get(CHOICE)
  return bytes === null ? { now: null, before: null, hasBefore: false } : choice.parse(JSON.parse(bytes.toString()))
}

export async function writeChoice(scratch: Pick<Scratch, 'put'>, chosen: ProgramChoice): Promise<void> {
  await scratch.put(CHOICE, Buffer.from(JSON.stringify(chosen)))
}
