import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import { shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CommandLine } from './CommandLine.ts'
import { useCommandKeys } from './useCommandKeys.ts'

/** The field for a command line. It is a normal field, so that every keyboard, phone and screen reader can use it. */
export const CommandField = observer(function CommandField() {
  const root = useRoot()
  const { listing } = root
  const shell = shellOf(root)
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [line] = useState(() => new CommandLine(shell))
  const handleKey = useCommandKeys(line)
  useEffect(() => input.current?.focus(), [shell.promptCalls])
  useEffect(() => line.leave, [line])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void line.submit()
  }
  return (
    <form className="prompt" onSubmit={handleSubmit}>
      <label dir="ltr">
        <span className="where">
          <span className="cut">{listing.folder}</span> $
        </span>
        <span className="sr">{t('shell.line')}</span>
        <input
          ref={input}
          value={line.text}
          {...CODE_INPUT}
          enterKeyHint="send"
          placeholder={shell.running === null ? '' : t('shell.running')}
          aria-describedby="shell-hint"
          onChange={({ target }) => line.type(target.value)}
          onKeyDown={handleKey}
        />
      </label>
      <span id="shell-hint" className="sr">
        {t('shell.hint')}
      </span>
    </form>
  )
})
