// Matching of rules: whole path segments or RE2 patterns, both compared after NFC.
import { RE2JS } from 're2js'
import type { Rule } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAtOrBelow, parseUserPath, type UserPath } from '../../storage/paths.ts'

/** A rule made ready for matching; `pattern` null: the stored rule is broken and stands for every path, denied. */
export type CompiledRule =
  | { kind: 'path'; allow: boolean; path: string }
  | { kind: 'regex'; allow: boolean; pattern: RE2JS }
  | { kind: 'broken' }

/**
 * Compiles a stored rule. An invalid one denies all paths, so that nothing becomes accessible by accident.
 */
export function compileRule(rule: Rule): CompiledRule {
  try {
    return compileStrictly(rule)
  } catch {
    return { kind: 'broken' }
  }
}

/**
 * Refuses invalid rules before they are stored.
 * @throws AppError `badRequest` with the rule's position in the list
 */
export function checkRules(rules: readonly Rule[]): void {
  rules.forEach((rule, index) => {
    try {
      compileStrictly(rule)
    } catch (cause) {
      throw new AppError('badRequest', `rule ${index + 1} is invalid`, { cause })
    }
  })
}

function compileStrictly(rule: Rule): CompiledRule {
  if (rule.regex)
    return { kind: 'regex', allow: rule.allow, pattern: RE2JS.compile((rule.regexp?.raw ?? '').normalize('NFC')) }
  return { kind: 'path', allow: rule.allow, path: parseUserPath(rule.path.normalize('NFC')) }
}

/** Whether the rules allow a path. Of all rules that match, the last one decides; without a match it is allowed. */
export function rulesAllow(rules: readonly CompiledRule[], path: string): boolean {
  // Most people have no rules, and this is asked for each of many names.
  if (rules.length === 0) return true
  const compared = path.normalize('NFC')
  const deciding = rules.findLast((rule) => matches(rule, compared))
  return deciding === undefined || (deciding.kind !== 'broken' && deciding.allow)
}

/**
 * Whether the rules could deny something below a path, whatever exists there. A pattern may match anywhere.
 * @param path a path that the rules allow
 */
export function rulesMayDenyBelow(rules: readonly CompiledRule[], path: string): boolean {
  const compared = path.normalize('NFC')
  // A rule for the whole path and everything below it overrides the rules before it.
  const first = Math.max(
    0,
    rules.findLastIndex((rule) => rule.kind === 'path' && matches(rule, compared)),
  )
  return rules.slice(first).some((rule) => {
    if (rule.kind === 'broken') return true
    if (rule.allow) return false
    return rule.kind === 'regex' || matches(rule, compared) || isAtOrBelow(rule.path as UserPath, compared as UserPath)
  })
}

function matches(rule: CompiledRule, path: string): boolean {
  if (rule.kind === 'broken') return true
  if (rule.kind === 'regex') return rule.pattern.matcher(path).find()
  return path === rule.path || rule.path === '/' || path.startsWith(`${rule.path}/`)
}
