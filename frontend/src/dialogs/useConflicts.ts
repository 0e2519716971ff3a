import { useState } from 'react'
import type { Conflict, ConflictChoice } from '../stores/dialogs.ts'

/** A file never replaces a folder, nor a folder a file. */
export const canReplace = ({ incoming, present }: Conflict): boolean => incoming.isDir === present.isDir

/**
 * Asks about conflicts one after the other.
 * @param onSettled gets the choices, in the order of the conflicts
 */
export function useConflicts(conflicts: readonly Conflict[], onSettled: (choices: ConflictChoice[]) => void) {
  const [choices, setChoices] = useState<readonly (ConflictChoice | null)[]>(() => conflicts.map(() => null))
  const [isForAll, setForAll] = useState(conflicts.length > 1)
  const at = choices.indexOf(null)
  const choose = (choice: ConflictChoice) => {
    const next = choices.map((earlier, index) => {
      const other = conflicts[index]
      if (earlier !== null || other === undefined) return earlier
      const isMeant = index === at || (isForAll && (choice !== 'replace' || canReplace(other)))
      return isMeant ? choice : null
    })
    const settled = next.filter((answer) => answer !== null)
    if (settled.length === conflicts.length) onSettled(settled)
    else setChoices(next)
  }
  return {
    /** The current conflict. */
    conflict: conflicts[at],
    /** How many have no answer yet. */
    left: choices.filter((choice) => choice === null).length,
    /** Whether the next choice applies to all that are left. */
    isForAll,
    setForAll,
    choose,
  }
}
