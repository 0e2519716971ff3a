/**
 * Attributes of fields for paths, commands and expressions: written from left to right in every language, and nobody
 * corrects them.
 */
export const CODE_INPUT = {
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const
