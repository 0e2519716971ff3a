// The part of docs/api.md that tells how what is scarce is shared, made of the numbers that the server goes by.
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

/** The section, as lines of Markdown. */
export const SHARES_SECTION: readonly string[] = [
  '## Fair shares\n',
  `What is scarce is shared in each API process. A person has a share wherever it comes from, and so have guests at one
address (of IPv6 the /64). Who finds its share taken waits. Turns go to people and guests alternately, among these to
whoever has the fewest at work, and then round. Who waits too long, or finds too many waiting, is answered 503 with
\`Retry-After\`, also on \`/api/tus\`, whose clients give up at most codes of the 400s. Who goes gives up its turn.\n`,
  '| what | at once | of one | of all guests | of one, waiting | at most for |',
  '|---|---|---|---|---|---|',
  ...Object.values(FAIR_SHARES).map(rowOf),
  '',
  `Previews are drawn as many at a time as there are cores, 2 at most, of which guests leave one to people; each
asker's newest comes first, and none waits longer than ${secondsOf(PREVIEW_PATIENCE_MS)}. While others wait, an
archive or a search loses its slot, and is cut off, when its reader takes less than ${PACE_BYTES / 1024} KiB in a
minute; an upload when nothing comes for half a minute. Files themselves may be read as slowly as one likes, since
ranges go on from anywhere.\n`,
  `Sign-ins that fail are counted in the database, by all processes together, for \`LOGIN_WINDOW\` (15 minutes): 10 of
one account from one address, 300 from one address, 100 of one account from all. After these 100 only those addresses
may try where the person has signed in, or renewed its token, within 30 days; of all others together one try a minute
is let through. Guesses at the password of a link are counted in the same way, apart. An address may sign up
${SIGN_UPS_MOST} people in that time. Beyond it is 429 with \`Retry-After\`.\n`,
]
