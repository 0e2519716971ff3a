import { describe, expect, it } from '@jest/globals'
import type { Rule } from '../../../backend/contract/users.ts'
import { ruleText, ruleTroubles, withRuleText } from './rule-troubles.ts'

const path = (text: string): Rule => ({ regex: false, allow: false, path: text, regexp: { raw: '' } })
const expression = (raw: string): Rule => ({ regex: true, allow: false, path: '', regexp: { raw } })

describe('what is wrong with a rule', () => {
  it('is told by its place among the rules', async () => {
    const found = await ruleTroubles([
      path('/fine'),
      path(''),
      path('no root'),
      expression('a(b'),
      expression('^/fine$'),
      expression('(?=ahead)'),
    ])
    expect([...found]).toEqual([
      [1, 'empty'],
      [2, 'path'],
      [3, 'expression'],
      [5, 'expression'],
    ])
  })

  it('is nothing for what RE2 alone can read', async () => {
    expect((await ruleTroubles([expression('(?i)private')])).size).toBe(0)
  })

  it('keeps the text of a rule where its kind looks for it', () => {
    expect(withRuleText(path('/a'), '/b')).toEqual(path('/b'))
    expect(withRuleText(expression('a'), 'b')).toEqual(expression('b'))
    expect(ruleText({ regex: true, allow: true, path: '/x', regexp: null })).toBe('')
  })
})
