// Comparison of two texts: changed lines are marked, unchanged ones are folded.
import { unifiedMergeView } from '@codemirror/merge'
import type { Extension, Text } from '@codemirror/state'

/** Settings of both views. Beyond the limits the comparison is less exact. */
export const DIFFERENCES = {
  collapseUnchanged: { margin: 3, minSize: 6 },
  diffConfig: { scanLimit: 500, timeout: 1_000 },
}

/** Marks the differences from `original` in a text. Each can be reverted or accepted. */
export const differencesFrom = (original: Text): Extension => unifiedMergeView({ original, ...DIFFERENCES })
