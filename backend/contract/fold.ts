/** Letters of either case and with or without marks are equal: NFKD, no marks, lower case. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
