// The protocol of the storage with single guards switched off (tests/model/README.md). A test that leaves a guard out
// must lose something. Otherwise the guard is not needed, or the test is blind to it.
import { clearTree } from '../../backend/src/storage/operations/cleared-tree.ts'
import { isLive } from '../../backend/src/storage/operations/stacks.ts'
import { targetOf } from '../../backend/src/storage/operations/copies.ts'
import { covers, followersOf, isCommitted } from '../../backend/src/storage/journal-state.ts'
import { PROTOCOL_RULES, type ProtocolRules } from '../../backend/src/storage/protocol-rules.ts'
import { isPartlySettled } from '../../backend/src/storage/settling.ts'

/** For each guard, the rules of the protocol as they would be without it. */
const BROKEN = {
  overlap: { exclude: Object.is },
  new: { holdsWriter: (op, path) => op.state !== 'new' && PROTOCOL_RULES.holdsWriter(op, path) },
  onlyNew: { isNewIn: async () => true },
  firstToo: { isNewIn: (core, sources) => PROTOCOL_RULES.isNewIn(core, sources.slice(-1)) },
  feeders: { feederOf: () => undefined },
  keepsUsed: { mayTurnBack: (_, op) => !isPartlySettled(op) },
  liftThere: { wentAlong: async () => null },
  aloneThere: { isAloneThere: async () => true },
  lateSettle: { takesLate: (op, path) => PROTOCOL_RULES.takesLate({ ...op, settled: [] }, path) },
  settledStays: { mayTurnBack: (state, op) => followersOf(state, op).length === 0 },
  stillNew: { comparedRevision: async (_, { rev }) => rev },
  secondLook: { cameBetween: () => null },
  ownName: {
    cameBetween: (now, rev, path) => {
      const came = PROTOCOL_RULES.cameBetween(now, rev, path)
      const { op } = came ?? {}
      return op && (covers(op.src, op, path) || covers(op.dst, op, path)) ? came : null
    },
  },
  journalAfterStore: { journalAfter: async (seen) => seen },
  beneathCopies: {
    readersView: (journal) => ({ ...journal, ops: journal.ops.filter(isCommitted) }),
  },
  exactVersions: { isCopied: () => true },
  oldestFirst: { removalOrder: (versions) => versions.toReversed() },
  border: {
    movedVersions: (stack) => (isLive(stack) ? stack.versions.filter(({ isMarker }) => !isMarker) : []),
  },
  clearHiding: { inTheWay: () => [] },
  folderAround: { folderToKeep: () => null },
  lateBump: { isAsLate: () => true },
  wholeCopy: { isHalf: () => false },
  manifestFirst: { deleteSteps: (note, layMarkers) => [layMarkers, note] },
  onlyBeneath: { mayEnd: () => true },
  expiring: { clientUnder: ({ control }) => control },
  liveNames: {
    clearForCopies: (round, source) =>
      clearTree(round, targetOf(round.op.dst ?? '', round.op), { names: source.stacks, onLive: () => true }),
  },
  clearRegistered: {
    holdingPlace: async ({ context, engine }, _, work) =>
      work({ ...(await engine.owner()), client: context.core.clients.control }),
  },
} satisfies Record<string, Partial<ProtocolRules>>

export type Guard = keyof typeof BROKEN

export const GUARDS = Object.keys(BROKEN) as Guard[]

/** The rules of the protocol, without the guards that are left out at the moment. */
export function rulesWithout(isLeftOut: (guard: Guard) => boolean): ProtocolRules {
  return new Proxy(PROTOCOL_RULES, {
    get: (right, rule: keyof ProtocolRules) => {
      const guard = GUARDS.find((one) => rule in BROKEN[one] && isLeftOut(one))
      return { ...right, ...(guard && BROKEN[guard]) }[rule]
    },
  })
}
