import type { Ref } from 'react'
import type { ShareUnit } from '../../../../backend/contract/shares.ts'
import { SHARE_NUMBER_MAX, SHARE_UNITS } from '../../../../backend/contract/share-units.ts'
import { tellCopied } from '../../actions/tellCopied.ts'
import { Field } from '../../components/Field.tsx'
import { Copy, WandSparkles } from 'lucide-react'
import { madeUpPassword } from '../../lib/made-up-password.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { copyText } from '../../lib/copy-text.ts'

/** How long a link will last, as typed. */
export interface Duration {
  count: string
  unit: ShareUnit
}

export const NO_END: Duration = { count: '', unit: 'hours' }

/** Whether the text is a whole number that a link can have. Empty counts as none. */
export const isCount = (text: string): boolean => /^\d*$/.test(text.trim()) && Number(text) <= SHARE_NUMBER_MAX

export interface DurationFieldsProps {
  value: Duration
  onChange(value: Duration): void
  inputRef?: Ref<HTMLInputElement>
}

export function DurationFields({ value, onChange, inputRef }: DurationFieldsProps) {
  const { t } = useTexts()
  return (
    <div className="duration">
      <Field
        label={t('share.duration')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={value.count}
        onChange={(event) => onChange({ ...value, count: event.target.value })}
        {...(inputRef === undefined ? {} : { inputRef })}
        {...(isCount(value.count) ? { hint: t('share.durationHint') } : { error: t('share.notACount') })}
      />
      <label className="field">
        <span className="label">{t('share.unit')}</span>
        <select
          className="input"
          value={value.unit}
          onChange={(event) => onChange({ ...value, unit: event.target.value as ShareUnit })}
        >
          {SHARE_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {t(`share.units.${unit}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

export interface TextFieldProps {
  value: string
  onChange(value: string): void
  hint: string
}

export function LinkPasswordField({ value, onChange, hint }: TextFieldProps) {
  const root = useRoot()
  const { t } = useTexts()
  const copy = (password: string) => tellCopied(root, copyText(password), { key: 'share.passwordCopied' })
  const generate = () => {
    const password = madeUpPassword()
    onChange(password)
    void copy(password)
  }
  return (
    <div className="field">
      <PasswordField
        label={t('share.password')}
        hint={hint}
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="line">
        <button type="button" className="button small" onClick={generate}>
          <WandSparkles className="icon" aria-hidden="true" />
          <span className="label">{t('share.makeUp')}</span>
        </button>
        {value === '' ? null : (
          <button type="button" className="button small" onClick={() => void copy(value)}>
            <Copy className="icon" aria-hidden="true" />
            <span className="label">{t('share.copyPassword')}</span>
          </button>
        )}
      </div>
    </div>
  )
}

export function LimitField({ value, onChange, hint }: TextFieldProps) {
  const { t } = useTexts()
  return (
    <Field
      label={t('share.limit')}
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(isCount(value) ? { hint } : { error: t('share.notACount') })}
    />
  )
}
