// One rule: whether it allows or denies, how it matches, and what.
import { useId } from 'react'
import type { Rule } from '../../../../backend/contract/users.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import { ruleText, type RuleTrouble, withRuleText } from '../../lib/rule-troubles.ts'

export interface RuleRowProps {
  rule: Rule
  number: number
  trouble: RuleTrouble | undefined
  onChange(rule: Rule): void
}

export function RuleRow({ rule, number, trouble, onChange }: RuleRowProps) {
  const { t } = useTexts()
  return (
    <span className="rule">
      <select
        className="input"
        aria-label={t('rules.effectOf', { number })}
        value={rule.allow ? 'allow' : 'deny'}
        onChange={({ target }) => onChange({ ...rule, allow: target.value === 'allow' })}
      >
        <option value="deny">{t('rules.deny')}</option>
        <option value="allow">{t('rules.allow')}</option>
      </select>
      <select
        className="input"
        aria-label={t('rules.kindOf', { number })}
        value={rule.regex ? 'regex' : 'path'}
        onChange={({ target }) => onChange(withRuleText({ ...rule, regex: target.value === 'regex' }, ruleText(rule)))}
      >
        <option value="path">{t('rules.path')}</option>
        <option value="regex">{t('rules.expression')}</option>
      </select>
      <RuleText rule={rule} number={number} trouble={trouble} onChange={onChange} />
    </span>
  )
}

/** The path or expression, and its error. */
function RuleText({ rule, number, trouble, onChange }: RuleRowProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <>
      <input
        className="input"
        data-control="text"
        aria-label={t(rule.regex ? 'rules.expressionOf' : 'rules.pathOf', { number })}
        aria-invalid={trouble === undefined ? undefined : true}
        aria-describedby={trouble === undefined ? undefined : id}
        placeholder={rule.regex ? '^/Photos/.*\\.raw$' : '/Private'}
        {...CODE_INPUT}
        value={ruleText(rule)}
        onChange={({ target }) => onChange(withRuleText(rule, target.value))}
      />
      {trouble === undefined ? null : (
        <span id={id} className="hint bad">
          {t(`rules.trouble.${trouble}`)}
        </span>
      )}
    </>
  )
}
