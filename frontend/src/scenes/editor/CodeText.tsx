import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { CodeView } from '../../lib/code/CodeView.ts'
import { nameOf } from '../../lib/paths.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useCodeWords } from './useCodeWords.ts'

/** The text itself. It is made anew only with another file. */
export const CodeText = observer(function CodeText({ view }: { view: RefObject<CodeView | null> }) {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const phrases = useCodeWords()
  const host = useRef<HTMLDivElement>(null)
  const { path, isWrapped } = editor
  const make = useEffectEvent((parent: Element, name: string) => {
    const { text, file, isLarge, write, setCaret } = editor
    const label = t('editor.text', { name })
    const indent = file?.indent ?? ''
    return new CodeView({
      parent,
      text,
      name,
      label,
      phrases,
      indent,
      isLarge,
      isWrapped,
      onText: write,
      onCaret: setCaret,
    })
  })
  useEffect(() => {
    if (host.current === null) return
    const made = make(host.current, nameOf(path))
    view.current = made
    const detach = editor.attach(made)
    // On a phone the keyboard would cover half of what somebody may only want to read.
    if (!window.matchMedia('(pointer: coarse)').matches) made.focus()
    return () => {
      detach()
      view.current = null
      made.destroy()
    }
  }, [editor, path, view])
  useEffect(() => view.current?.setWrapped(isWrapped), [view, isWrapped])
  return <div className="code-text" ref={host} dir="ltr" />
})
