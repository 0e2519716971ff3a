// The words for the status codes, and how serious each is.
import type { StatusPart, StatusRecord, StatusState } from '../../../backend/contract/status.ts'

const STATES = {
  storage: ['ok', 'failing'],
  database: ['ok', 'failing'],
  index: ['ok', 'building'],
  restore: ['ok', 'off', 'lacking'],
  bucketEvents: ['ok', 'building', 'lacking'],
  listedTimes: ['ok', 'lacking'],
  conditionalWrites: ['ok', 'lacking'],
  expiryRules: ['ok', 'lacking'],
  partCopies: ['ok', 'lacking'],
  tags: ['ok', 'lacking'],
  sharedFolder: ['ok', 'off'],
  shell: ['ok', 'off'],
  captcha: ['ok', 'off'],
  signUp: ['ok', 'off'],
  thumbs: ['ok', 'off'],
  videoThumbs: ['ok', 'off'],
  imports: ['ok', 'off'],
  videoImports: ['ok', 'off'],
} as const satisfies Record<StatusPart, readonly StatusState[]>

export type PartStatus = StatusRecord['parts'][number]
/** Keys below `status.part.` of the texts: a part and one of its states. */
export type StatusWordKey = { [Part in StatusPart]: `${Part}.${(typeof STATES)[Part][number]}` }[StatusPart]
/** `ok`; `off`: on purpose; `warn`: degraded or delayed; `bad`. */
export type Tone = 'ok' | 'off' | 'warn' | 'bad'

/** Null for a state that the part cannot have. */
export function wordKeyOf({ part, state }: Pick<PartStatus, 'part' | 'state'>): StatusWordKey | null {
  const states: readonly StatusState[] = STATES[part]
  return states.includes(state) ? (`${part}.${state}` as StatusWordKey) : null
}

const TONES: Record<StatusState, Tone> = { ok: 'ok', off: 'off', lacking: 'warn', building: 'warn', failing: 'bad' }

export const toneOf = (state: StatusState): Tone => TONES[state]

/** Closed doors are the default: nobody misses them. */
const USUALLY_OFF: readonly StatusPart[] = ['signUp', 'captcha']

export interface StatusCounts {
  bad: number
  warn: number
  off: number
}

/** The counts for the summary at the top of the page. */
export function countsOf({ parts, household }: Pick<StatusRecord, 'parts' | 'household'>): StatusCounts {
  const count = (tone: Tone) =>
    parts.filter(({ part, state }) => toneOf(state) === tone && !(tone === 'off' && USUALLY_OFF.includes(part))).length
  const odd =
    household === undefined
      ? 0
      : Number(household.unnamedProxy) +
        Number(household.unreachableKeys > 0) +
        Number((household.hiddenFolders ?? 0) > 0) +
        Number((household.shadowed?.length ?? 0) > 0)
  return { bad: count('bad'), warn: count('warn') + odd, off: count('off') }
}
