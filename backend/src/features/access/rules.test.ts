import { describe, expect, it } from '@jest/globals'
import type { Rule } from '../../../contract/users.ts'
import { checkRules, compileRule, rulesAllow, rulesMayDenyBelow } from './rules.ts'

const deny = (path: string): Rule => ({ regex: false, allow: false, path, regexp: { raw: '' } })
const allow = (path: string): Rule => ({ ...deny(path), allow: true })
const denyLike = (raw: string): Rule => ({ regex: true, allow: false, path: '', regexp: { raw } })
const allows = (rules: Rule[], path: string) => rulesAllow(rules.map(compileRule), path)

describe('matching rules', () => {
  it('allows what no rule matches', () => expect(allows([], '/a')).toBe(true))

  it('covers a path and all below it, on whole segments', () => {
    expect(['/secret', '/secret/x', '/secret/deep/y'].map((path) => allows([deny('/secret')], path))).toEqual([
      false,
      false,
      false,
    ])
    expect(['/secretary', '/secret.txt', '/a/secret'].map((path) => allows([deny('/secret')], path))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('lets / stand for everything', () => expect(allows([deny('/')], '/any/where')).toBe(false))
  it("passes over how a rule's path is written", () => expect(allows([deny('secret//x/')], '/secret/x/y')).toBe(false))
  it('lets the last that matches decide', () => {
    expect(allows([deny('/'), allow('/open')], '/open/a')).toBe(true)
    expect(allows([allow('/open'), deny('/')], '/open/a')).toBe(false)
  })

  it('covers both spellings of a letter', () => {
    expect(allows([deny('/caf\u00e9')], '/cafe\u0301/x')).toBe(false)
    expect(allows([denyLike('^/cafe\u0301')], '/caf\u00e9')).toBe(false)
  })

  it('searches a pattern anywhere in the path unless it is anchored, minding case', () => {
    expect(allows([denyLike('\\.log$')], '/a/b.log')).toBe(false)
    expect(allows([denyLike('\\.log$')], '/a/b.LOG')).toBe(true)
    expect(allows([denyLike('^/secret')], '/a/secret')).toBe(true)
  })

  it('ends with patterns that make other engines hang', () => {
    expect(allows([denyLike('(a+)+$')], `/${'a'.repeat(200)}!`)).toBe(true)
  })

  it('denies everything for a stored rule that cannot be read, until a later one allows', () => {
    expect(allows([denyLike('([')], '/a')).toBe(false)
    expect(allows([{ ...denyLike('(['), allow: true }], '/a')).toBe(false)
    expect(allows([denyLike('(['), allow('/open')], '/open')).toBe(true)
  })
})

describe('what rules could deny below a path', () => {
  const mayDeny = (rules: Rule[], path: string) => rulesMayDenyBelow(rules.map(compileRule), path)

  it('C2: is what lies below it, or anything by a pattern', () => {
    expect(['/', '/a', '/a/b', '/ab', '/a/b/c'].map((path) => mayDeny([deny('/a/b/c')], path))).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
    expect(mayDeny([denyLike('^/secret')], '/photos')).toBe(true)
    expect([mayDeny([], '/'), mayDeny([allow('/a')], '/'), mayDeny([denyLike('([')], '/a')]).toEqual([
      false,
      false,
      true,
    ])
    expect(mayDeny([deny('/caf\u00e9/x')], '/cafe\u0301')).toBe(true)
  })

  it('C2: is nothing where a later rule allows all of it', () => {
    expect([
      mayDeny([deny('/'), allow('/open')], '/open'),
      mayDeny([deny('/open/x'), allow('/open')], '/open/y'),
    ]).toEqual([false, false])
    expect(mayDeny([deny('/'), allow('/open'), deny('/open/x')], '/open')).toBe(true)
    // A pattern that allows a folder says nothing of what is in it.
    expect(mayDeny([deny('/a'), { ...denyLike('^/a$'), allow: true }], '/a')).toBe(true)
  })
})

describe('checking rules before they are stored', () => {
  it('names the one that cannot be read', () =>
    expect(() => checkRules([deny('/a'), denyLike('([')])).toThrow('rule 2 is invalid'))
  it('refuses a path that leads out of the root', () => expect(() => checkRules([deny('/../x')])).toThrow('rule 1'))
  it('refuses what RE2 has not, such as looking back', () =>
    expect(() => checkRules([denyLike('(?<=a)b')])).toThrow('rule 1'))
  it('takes good ones', () => expect(() => checkRules([deny('/a'), denyLike('^/b/.*\\.txt$')])).not.toThrow())
})
