import { useRef, useState } from 'react'
import { shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The command line that is being typed, and the earlier ones that can be shown in its place. */
export interface CommandLine {
  text: string
  type(text: string): void
  clear(): void
  /** Shows the earlier line so many steps further back. */
  show(step: number): void
  submit(): void
  /** Completes the word at the caret of the field. */
  complete(field: HTMLInputElement): Promise<void>
}

/** Call it inside an observer. */
export function useCommandLine(): CommandLine {
  const shell = shellOf(useRoot())
  const [text, setText] = useState('')
  // Which of the earlier lines is shown: 0 the newest; -1 what is being typed now.
  const [back, setBack] = useState(-1)
  const draft = useRef('')
  const type = (typed: string) => {
    setText(typed)
    setBack(-1)
  }
  return {
    text,
    type,
    clear: () => setText(''),
    show(step) {
      const index = Math.max(-1, Math.min(back + step, shell.past.length - 1))
      if (index === back) return
      if (back === -1) draft.current = text
      setBack(index)
      setText(index === -1 ? draft.current : (shell.past.at(-1 - index) ?? ''))
    },
    submit() {
      if (shell.running !== null) return
      type('')
      void shell.enter(text)
    },
    async complete(field) {
      const caret = field.selectionStart ?? text.length
      const completed = await shell.complete(text.slice(0, caret))
      // Who has typed on meanwhile knows better.
      if (field.value !== text) return
      setText(completed + text.slice(caret))
      requestAnimationFrame(() => field.setSelectionRange(completed.length, completed.length))
    },
  }
}
