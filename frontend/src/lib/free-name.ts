// Names for "keep both", counted as the server counts them (`rename=true` of a move or copy).
import { numberedName } from '../../../backend/contract/numbered-names.ts'

/** A name that nothing has, or the first free one beside it: `a.txt`, `a(1).txt`, `a(2).txt`. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  let candidate = name
  for (let count = 1; isTaken(candidate); count++) candidate = numberedName(name, count)
  return candidate
}
