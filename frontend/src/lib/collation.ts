// Order by name, as the language of the page has it.

const collators = new Map<string, Intl.Collator>()

/** Compares texts in the page's language: case is ignored, digits compare by value. Building a collator is slow. */
export function collatorOf(sensitivity: 'accent' | 'base' | 'variant'): Intl.Collator {
  const language = globalThis.document?.documentElement.lang
  const key = `${language} ${sensitivity}`
  const collator = collators.get(key) ?? new Intl.Collator(language || undefined, { numeric: true, sensitivity })
  collators.set(key, collator)
  return collator
}
