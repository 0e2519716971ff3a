import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { matches, perform } from '../../actions/action.ts'
import { toggleShell } from '../../actions/toggleShell.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import { shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Where a command line is typed: a field like any other, so that every keyboard, phone and screen reader knows what to
 * do with it.
 */
export const CommandField = observer(function CommandField() {
  const root = useRoot()
  const { listing } = root
  const shell = shellOf(root)
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  // Which of the earlier lines is shown: 0 the newest; -1 what is being typed now.
  const [back, setBack] = useState(-1)
  const draft = useRef('')
  useEffect(() => input.current?.focus(), [shell.promptCalls])

  const show = (step: number) => {
    const index = Math.max(-1, Math.min(back + step, shell.past.length - 1))
    if (index === back) return
    if (back === -1) draft.current = text
    setBack(index)
    setText(index === -1 ? draft.current : (shell.past.at(-1 - index) ?? ''))
  }
  const submit = () => {
    if (shell.running !== null) return
    const line = text
    setText('')
    setBack(-1)
    void shell.enter(line)
  }
  const complete = async (field: HTMLInputElement) => {
    const caret = field.selectionStart ?? text.length
    const completed = await shell.complete(text.slice(0, caret))
    // Who has typed on meanwhile knows better.
    if (field.value !== text) return
    setText(completed + text.slice(caret))
    requestAnimationFrame(() => field.setSelectionRange(completed.length, completed.length))
  }
  const handleKey = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const { key, ctrlKey, currentTarget } = event
    const isSelected = currentTarget.selectionStart !== currentTarget.selectionEnd
    const isPlain = !ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (key === 'ArrowUp' && isPlain) show(1)
    else if (key === 'ArrowDown' && isPlain) show(-1)
    else if (key === 'Tab' && isPlain && text.trim() !== '') void complete(currentTarget)
    else if (ctrlKey && key === 'c' && !isSelected) {
      if (shell.running === null) setText('')
      else shell.cancel()
    } else if (ctrlKey && key === 'l') shell.clear()
    else if (key === 'Escape' && isPlain) shell.close()
    else if (matches(toggleShell, event.nativeEvent)) void perform(root, toggleShell)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className="prompt"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label>
        <span className="where" dir="ltr">
          <span className="cut">{listing.folder}</span> $
        </span>
        <span className="sr">{t('shell.line')}</span>
        <input
          ref={input}
          value={text}
          {...CODE_INPUT}
          enterKeyHint="send"
          placeholder={shell.running === null ? '' : t('shell.running')}
          aria-describedby="shell-hint"
          onChange={({ target }) => {
            setText(target.value)
            setBack(-1)
          }}
          onKeyDown={handleKey}
        />
      </label>
      <span id="shell-hint" className="sr">
        {t('shell.hint')}
      </span>
    </form>
  )
})
