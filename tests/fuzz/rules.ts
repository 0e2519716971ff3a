// Rules, whose patterns any administrator can write.
import fc from 'fast-check'
import { PATTERN_MAX_LENGTH } from '../../backend/contract/limits.ts'
import { checkRules, compileRule, rulesAllow, rulesMayDenyBelow } from '../../backend/src/features/access/rules.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { answerOf, hold } from './holding.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const PIECES = [
  '/',
  'a',
  'b',
  '..',
  '.*',
  '(',
  ')',
  '[',
  ']',
  '[^a]',
  '{3}',
  '{1000}',
  '*',
  '+?',
  '|',
  '^',
  '$',
  '\\',
  '\\p{L}',
  '(?i)',
  '(?=',
  '\\1',
  '\\Q',
  'é',
  'e\u0301',
]

interface Given {
  isRegex: boolean
  allow: boolean
  text: string
  path: string
}

const ruleOf = ({ isRegex, allow, text }: Given) => ({
  regex: isRegex,
  allow,
  path: isRegex ? '' : text,
  regexp: isRegex ? { raw: text } : null,
})

export const rules: Target<Given> = {
  name: 'rules',
  inputs: fc.record({
    isRegex: fc.boolean(),
    allow: fc.boolean(),
    text: textOf(PIECES, 8),
    path: textOf(['/', 'a', 'b', 'é', 'e\u0301'], 6),
  }),
  check(given) {
    const { text, path } = given
    if (text.length > PATTERN_MAX_LENGTH) return
    const rule = ruleOf(given)
    const isTaken = answerOf(() => checkRules([rule]) ?? true) !== null
    const compiled = compileRule(rule)
    hold(isTaken === (compiled.kind !== 'broken'), 'refused just where it could not be matched')
    const isAllowed = rulesAllow([compiled], path)
    if (!isTaken) hold(!isAllowed, 'what cannot be read lets nothing through')
    if (isTaken && given.allow) hold(isAllowed, 'a rule that allows denies nothing')
    hold(rulesAllow([compiled], path.normalize('NFD')) === isAllowed, 'the same however letters are put together')
    // Below an allowed path: if something there is denied, it must have been reported as possible.
    if (isAllowed && !rulesAllow([compiled], `${path}/a/b`))
      hold(rulesMayDenyBelow([compiled], path), 'what is denied below can be')
  },
}

export const rulesGrow: Target<Pumped> = {
  name: 'rules, long',
  inputs: pumpedOf(PIECES.filter((piece) => piece !== '{1000}')),
  check: (pumped) =>
    checkGrowth(
      (text) => {
        const rule = compileRule(ruleOf({ isRegex: true, allow: true, text, path: '' }))
        rulesAllow([rule], '/ab'.repeat(20))
      },
      pumped,
      PATTERN_MAX_LENGTH,
    ),
}
