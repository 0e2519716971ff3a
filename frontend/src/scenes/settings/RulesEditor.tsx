// Rules that allow or deny paths. The last matching one decides, so their order can be changed.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { Rule } from '../../../../backend/contract/users.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { RuleTrouble } from '../../lib/rule-troubles.ts'
import { ExternalLink } from '../frame/ExternalLink.tsx'
import { RuleRow } from './RuleRow.tsx'
import { type RuleChanges, useRuleChanges } from './useRuleChanges.ts'

export interface RulesEditorProps {
  rules: readonly Rule[]
  /** The errors, by the index of the rule. */
  troubles: ReadonlyMap<number, RuleTrouble>
  onChange(rules: Rule[]): void
}

const SYNTAX_URL = 'https://github.com/google/re2/wiki/Syntax'
const NEW_RULE: Rule = { regex: false, allow: false, path: '', regexp: { raw: '' } }

export function RulesEditor({ rules, troubles, onChange }: RulesEditorProps) {
  const { t } = useTexts()
  const { editor, ...changes } = useRuleChanges(rules, onChange)
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
              <RuleButtons index={index} isLast={index === rules.length - 1} changes={changes} />
            </li>
          ))}
        </ol>
      )}
      {rules.some(({ regex }) => regex) ? (
        <p className="small muted">
          <ExternalLink href={SYNTAX_URL}>{t('rules.syntax')}</ExternalLink>
        </p>
      ) : null}
      <button type="button" className="button small" data-control="add" onClick={() => changes.add(NEW_RULE)}>
        <Plus className="icon" aria-hidden="true" />
        {t('rules.add')}
      </button>
    </div>
  )
}

interface RuleButtonsProps {
  index: number
  isLast: boolean
  changes: Omit<RuleChanges, 'editor'>
}

function RuleButtons({ index, isLast, changes }: RuleButtonsProps) {
  const { t } = useTexts()
  const number = index + 1
  return (
    <span className="line">
      <IconButton
        icon={ArrowUp}
        label={t('rules.up', { number })}
        disabled={index === 0}
        data-control="up"
        onClick={() => changes.moveUp(index)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('rules.down', { number })}
        disabled={isLast}
        data-control="down"
        onClick={() => changes.moveDown(index)}
      />
      <IconButton
        icon={Trash2}
        label={t('rules.remove', { number })}
        data-control="remove"
        onClick={() => changes.remove(index)}
      />
    </span>
  )
}
