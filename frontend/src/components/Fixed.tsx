import { FIXED_TEXTS, type FixedText } from '../lib/fixed-texts.ts'

/** A text that is Spanish on every page. */
export function Fixed({ text }: { text: FixedText }) {
  return (
    <span lang="es" dir="ltr">
      {FIXED_TEXTS[text]}
    </span>
  )
}
