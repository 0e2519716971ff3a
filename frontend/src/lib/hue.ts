/** A hue in degrees that is always the same for a name (FNV-1a over its characters). */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash % 360
}
