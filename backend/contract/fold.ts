/** Ignores case and diacritics: NFKD without marks, in lower case. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
