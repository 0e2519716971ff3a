/** Attributes of inputs for paths, commands and expressions: left to right in every language, without corrections. */
export const CODE_INPUT = {
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const
