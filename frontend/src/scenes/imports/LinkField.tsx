import { observer } from 'mobx-react-lite'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'

export interface LinkFieldProps {
  form: ImportForm
  label: string
  /** Whether its button is the main one of the screen. */
  isMain?: boolean
}

const isEnter = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing

/** A field for links, one or many. Enter starts them; a new line takes Shift. */
export const LinkField = observer(function LinkField({ form, label, isMain = false }: LinkFieldProps) {
  const { t } = useTexts()
  const { text, setText } = form
  const isEmpty = text.trim() === ''
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void form.startTyped()
  }
  return (
    <form className="link-field" onSubmit={handleSubmit} noValidate>
      <span className="input">
        <textarea
          rows={1}
          value={text}
          placeholder={label}
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => isEnter(event) && handleSubmit(event)}
        />
      </span>
      <button
        type="submit"
        className={`button ${isMain ? 'primary' : ''}`}
        disabled={isEmpty}
        aria-busy={form.isBusy && !isEmpty}
      >
        <span className="label">{t('imports.import')}</span>
      </button>
    </form>
  )
})
