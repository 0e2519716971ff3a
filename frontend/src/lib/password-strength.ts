/** How hard a password is to guess, judged by its characters. The server decides. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'

/** Kinds of characters, and the number of characters of each kind. */
const KINDS: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{Nd}]/u, 33],
  [/[^\p{ASCII}]/u, 100],
]
const FAIR_BITS = 55
const STRONG_BITS = 75

/** `minimum`: the required length in bytes. A character that continues a pattern (`aaa`, `123`) does not count. */
export function passwordStrength(password: string, minimum: number): PasswordStrength {
  if (new TextEncoder().encode(password).length < minimum) return 'short'
  const choices = KINDS.reduce((sum, [kind, count]) => (kind.test(password) ? sum + count : sum), 0)
  const codes = Array.from(password.toLowerCase(), (letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? code))
  const telling = steps.filter((step, index) => index < 2 || Math.abs(step) > 1 || step !== steps[index - 1]).length
  const bits = Math.min(telling, new Set(codes).size * 2) * Math.log2(Math.max(choices, 2))
  return bits >= STRONG_BITS ? 'strong' : bits >= FAIR_BITS ? 'fair' : 'weak'
}
