import { TriangleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { HOOK_EVENTS } from '../../../../backend/contract/settings-limits.ts'
import { SHELL_COMMANDS } from '../../../../backend/contract/shell.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import { hookTroubles } from '../../lib/hook-troubles.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { householdOf } from '../../stores/HouseholdStore.ts'

const VARIABLES = ['$FILE', '$DESTINATION', '$SCOPE', '$USERNAME', '$TRIGGER']
const WHENS = ['before', 'after'] as const

/** Command lines around what people do with files: a fold for each event, a line for each command. */
export const HookFields = observer(function HookFields({ form }: { form: HouseForm }) {
  const { settings } = useRoot()
  const { t } = useTexts()
  return (
    <section className="set-group hooks">
      <h2>{t('household.hooks')}</h2>
      <p>{t('household.hooksLead')}</p>
      {settings.EnableExec ? null : (
        <p className="notice">
          <TriangleAlert className="icon" aria-hidden="true" />
          {t('household.hooksOff')}
        </p>
      )}
      <p className="small faint">
        {t('household.hooksWords', { variables: VARIABLES.join(' '), commands: SHELL_COMMANDS.join(' ') })}
      </p>
      <div className="set-rows">
        {HOOK_EVENTS.map((event) => {
          const texts = WHENS.map((when) => form.hooks[`${when}_${event}`] ?? '')
          return (
            <details key={event} className="fold">
              <summary>
                <span>{t(`household.hook.${event}`)}</span>
                <span className="val">
                  <LineCount texts={texts} />
                </span>
              </summary>
              <div className="pair">
                {WHENS.map((when) => (
                  <HookField key={when} when={when} event={event} text={form.hooks[`${when}_${event}`] ?? ''} />
                ))}
              </div>
            </details>
          )
        })}
      </div>
    </section>
  )
})

const linesIn = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

/** How many lines an event has, and how many of them do nothing. */
function LineCount({ texts }: { texts: readonly string[] }) {
  const { t } = useTexts()
  const count = texts.reduce((sum, text) => sum + linesIn(text), 0)
  const idle = texts.reduce((sum, text) => sum + hookTroubles(text).size, 0)
  const lines = count === 0 ? t('household.noLines') : t('household.lines', { count })
  return idle === 0 ? lines : t('household.idleLines', { count: idle, lines })
}

interface HookFieldProps {
  when: (typeof WHENS)[number]
  event: (typeof HOOK_EVENTS)[number]
  text: string
}

const HookField = observer(function HookField({ when, event, text }: HookFieldProps) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const id = useId()
  const name = `${when}_${event}`
  const label = t(`household.${when}`)
  const troubles = [...hookTroubles(text)]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        {...CODE_INPUT}
        rows={Math.max(2, text.split('\n').length)}
        aria-label={`${label}: ${t(`household.hook.${event}`)}`}
        aria-describedby={troubles.length > 0 ? `${id}-note` : undefined}
        value={text}
        onChange={({ target }) => {
          const { form } = household
          if (form) household.change({ hooks: { ...form.hooks, [name]: target.value } })
        }}
      />
      {troubles.length > 0 ? (
        <ul className="hint" id={`${id}-note`}>
          {troubles.map(([line, trouble]) => (
            <li key={line}>
              {t('household.hookTrouble.line', { line, trouble: t(`household.hookTrouble.${trouble}`) })}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
})
