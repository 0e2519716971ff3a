import type { Rule } from '../../../backend/contract/users.ts'

/**
 * What is wrong with a rule: nothing to match, a path that does not start at the root, an expression that RE2 cannot
 * parse.
 */
export type RuleTrouble = 'empty' | 'path' | 'expression'

/**
 * The problem of each rule, by its index. Expressions are parsed by the same engine as on the server, which is fetched
 * for the first one.
 */
export async function ruleTroubles(rules: readonly Rule[]): Promise<ReadonlyMap<number, RuleTrouble>> {
  const engine = rules.some(({ regex }) => regex) ? (await import('re2js')).RE2JS : null
  const canRead = (raw: string) => {
    try {
      engine?.compile(raw.normalize('NFC'))
      return true
    } catch {
      return false
    }
  }
  const troubleOf = (rule: Rule): RuleTrouble | null => {
    const text = ruleText(rule)
    if (text.trim() === '') return 'empty'
    if (!rule.regex) return text.startsWith('/') ? null : 'path'
    return canRead(text) ? null : 'expression'
  }
  return new Map(
    rules.flatMap((rule, index) => {
      const trouble = troubleOf(rule)
      return trouble === null ? [] : [[index, trouble] as const]
    }),
  )
}

/** What a rule matches: its path, or its expression. */
export const ruleText = (rule: Rule): string => (rule.regex ? (rule.regexp?.raw ?? '') : rule.path)

/** The same rule with another text to match. */
export const withRuleText = (rule: Rule, text: string): Rule =>
  rule.regex ? { ...rule, path: '', regexp: { raw: text } } : { ...rule, path: text, regexp: { raw: '' } }
