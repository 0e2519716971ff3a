// Rules that allow or deny paths: of all that match, the last one decides, so that their order can be changed.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { Rule } from '../../../../backend/contract/users.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import { ruleText, type RuleTrouble, withRuleText } from '../../lib/rule-troubles.ts'
import { ExternalLink } from '../frame/ExternalLink.tsx'

export interface RulesEditorProps {
  rules: readonly Rule[]
  /** What is wrong, by the index of the rule. */
  troubles: ReadonlyMap<number, RuleTrouble>
  onChange(rules: Rule[]): void
}

const SYNTAX_URL = 'https://github.com/google/re2/wiki/Syntax'
const NEW_RULE: Rule = { regex: false, allow: false, path: '', regexp: { raw: '' } }

export function RulesEditor({ rules, troubles, onChange }: RulesEditorProps) {
  const { t } = useTexts()
  const editor = useRef<HTMLDivElement>(null)
  // The focus goes along with what was done to a rule, so that keys can go on from there.
  const next = useRef<{ index: number; control: Control } | null>(null)
  useLayoutEffect(() => {
    if (next.current === null || editor.current === null) return
    focusControl(editor.current, next.current)
    next.current = null
  })
  const change = (changed: Rule[], index: number, control: Control) => {
    next.current = { index, control }
    onChange(changed)
  }
  const move = (index: number, to: number, control: Control) => {
    const [moved, other] = [rules[index], rules[to]]
    if (moved && other) change(rules.with(to, moved).with(index, other), to, control)
  }
  return (
    <div ref={editor} className="set-rows form">
      {rules.length === 0 ? <p className="small muted">{t('rules.none')}</p> : null}
      {rules.length === 0 ? null : (
        <ol className="rules" aria-label={t('rules.title')}>
          {rules.map((rule, index) => (
            // eslint-disable-next-line react/no-array-index-key -- a rule is its place: two may say the same
            <li key={index}>
              <RuleRow
                rule={rule}
                number={index + 1}
                trouble={troubles.get(index)}
                onChange={(changed) => onChange(rules.with(index, changed))}
              />
              <span className="line">
                <IconButton
                  icon={ArrowUp}
                  label={t('rules.up', { number: index + 1 })}
                  disabled={index === 0}
                  data-control="up"
                  onClick={() => move(index, index - 1, 'up')}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t('rules.down', { number: index + 1 })}
                  disabled={index === rules.length - 1}
                  data-control="down"
                  onClick={() => move(index, index + 1, 'down')}
                />
                <IconButton
                  icon={Trash2}
                  label={t('rules.remove', { number: index + 1 })}
                  data-control="remove"
                  onClick={() => change(rules.toSpliced(index, 1), Math.min(index, rules.length - 2), 'remove')}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      {rules.some(({ regex }) => regex) ? (
        <p className="small muted">
          <ExternalLink href={SYNTAX_URL}>{t('rules.syntax')}</ExternalLink>
        </p>
      ) : null}
      <button
        type="button"
        className="button small"
        data-control="add"
        onClick={() => change([...rules, NEW_RULE], rules.length, 'text')}
      >
        <Plus className="icon" aria-hidden="true" />
        {t('rules.add')}
      </button>
    </div>
  )
}

type Control = 'up' | 'down' | 'remove' | 'text'

/**
 * The control of a rule; at either end of the list there is one way left, and without rules only the button that adds
 * one.
 */
function focusControl(editor: HTMLElement, { index, control }: { index: number; control: Control }): void {
  const row = editor.querySelectorAll('li')[index]
  const find = (name: string, within: Element | undefined) =>
    within?.querySelector<HTMLElement>(`[data-control="${name}"]:not(:disabled)`)
  const wanted = find(control, row) ?? find(control === 'up' ? 'down' : 'up', row) ?? find('add', editor)
  wanted?.focus()
}

interface RuleRowProps {
  rule: Rule
  number: number
  trouble: RuleTrouble | undefined
  onChange(rule: Rule): void
}

function RuleRow({ rule, number, trouble, onChange }: RuleRowProps) {
  const { t } = useTexts()
  const id = useId()
  const text = ruleText(rule)
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
        onChange={({ target }) => onChange(withRuleText({ ...rule, regex: target.value === 'regex' }, text))}
      >
        <option value="path">{t('rules.path')}</option>
        <option value="regex">{t('rules.expression')}</option>
      </select>
      <input
        className="input"
        data-control="text"
        aria-label={t(rule.regex ? 'rules.expressionOf' : 'rules.pathOf', { number })}
        aria-invalid={trouble === undefined ? undefined : true}
        aria-describedby={trouble === undefined ? undefined : id}
        placeholder={rule.regex ? '^/Photos/.*\\.raw$' : '/Private'}
        {...CODE_INPUT}
        value={text}
        onChange={({ target }) => onChange(withRuleText(rule, target.value))}
      />
      {trouble === undefined ? null : (
        <span id={id} className="hint bad">
          {t(`rules.trouble.${trouble}`)}
        </span>
      )}
    </span>
  )
}
