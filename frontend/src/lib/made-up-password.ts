/** 32 letters and digits that cannot be confused, so each has five bits. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** A password that is easy to type and impossible to guess: four groups of four, 80 bits. */
export function madeUpPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('')
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  ).join('-')
}
