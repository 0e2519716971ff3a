// Two texts beside each other: lines that differ are marked, the rest is folded away.
import { unifiedMergeView } from '@codemirror/merge'
import type { Extension, Text } from '@codemirror/state'

/** What both views of two texts have in common. Beyond the limits they are compared less exactly. */
export const DIFFERENCES = {
  collapseUnchanged: { margin: 3, minSize: 6 },
  diffConfig: { scanLimit: 500, timeout: 1_000 },
}

/** Shows in a text what it is another one than `original` in. Each difference can be taken back or kept. */
export const differencesFrom = (original: Text): Extension => unifiedMergeView({ original, ...DIFFERENCES })
