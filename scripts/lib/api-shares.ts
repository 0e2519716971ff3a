// The section of docs/api.md on fair shares, made from the numbers that the server uses.
import {
  FAIR_SHARES,
  type FairShare,
  PACE_BYTES,
  PREVIEW_PATIENCE_MS,
  SIGN_UPS_MOST,
} from '../../backend/contract/fair-shares.ts'

const secondsOf = (ms: number): string => `${ms / 1000} s`

const rowOf = ({ what, slots, each, guests, waitingEach, patienceMs }: FairShare): string =>
  `| ${[what, slots, each, guests || '–', waitingEach.toLocaleString('en'), secondsOf(patienceMs)].join(' | ')} |`

/** The section as lines of Markdown. */
export const SHARES_SECTION: readonly string[] = [
  '## Fair shares\n',
  `Each API process shares its scarce resources among those who ask. A person has one share, from any address, and the
guests at one address have one together (for IPv6, a /64). A request waits while its share is used up. People and guests
take turns; within each group, whoever has the fewest requests running comes first. If a request waits too long, or too
many are waiting, the answer is 503 with \`Retry-After\`, also on \`/api/tus\`, because tus clients give up after most
4xx codes. A client that disconnects gives up its turn.\n`,
  '| what | slots | per asker | for all guests | waiting per asker | longest wait |',
  '|---|---|---|---|---|---|',
  ...Object.values(FAIR_SHARES).map(rowOf),
  '',
  `As many previews are rendered at a time as there are cores, 2 at most, of which guests may use one. Each asker's
newest request comes first, and none waits longer than ${secondsOf(PREVIEW_PATIENCE_MS)}. While others wait, an archive
or a search is cut off if its reader takes less than ${PACE_BYTES / 1024} KiB in a minute, and an upload if nothing
arrives for half a minute. Files themselves may be read at any speed, because ranges can continue anywhere.\n`,
  `Failed logins are counted in the database, for all processes together, during \`LOGIN_WINDOW\` (15 minutes): 10 per
account and address, 300 per address, 100 per account. After these 100, only addresses where the person has logged in or
renewed a token within 30 days may try freely; all others together have one attempt a minute. Guesses at the password of
a link are counted separately, in the same way. One address may sign up ${SIGN_UPS_MOST} people in that time. Beyond
these limits the answer is 429 with \`Retry-After\`.\n`,
]
