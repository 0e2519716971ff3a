import type { Text } from '@codemirror/state'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { CodeView } from '../../lib/code/CodeView.ts'
import { nameOf } from '../../lib/paths.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useCodeWords } from '../../i18n/useCodeWords.ts'

/** The text field. It is only created again for another file. */
export const CodeText = observer(function CodeText({ view }: { view: RefObject<CodeView | null> }) {
  const editor = editorOf(useRoot())
  const { t } = useTexts()
  const phrases = useCodeWords()
  const host = useRef<HTMLDivElement>(null)
  const { path, compared, sheet } = editor
  const { isWrapped } = sheet
  const make = useEffectEvent((parent: Element, name: string) => {
    const { file, isLarge } = editor
    const label = t('editor.text', { name })
    const indent = file?.indent ?? ''
    return new CodeView({
      parent,
      text: sheet.text,
      name,
      label,
      phrases,
      indent,
      isLarge,
      isWrapped,
      onText: sheet.write,
      onCaret: sheet.setCaret,
    })
  })
  useEffect(() => {
    if (host.current === null) return
    const made = make(host.current, nameOf(path))
    view.current = made
    const detach = sheet.attach(made)
    // On a phone the keyboard would cover half of a text that somebody may only want to read.
    if (!window.matchMedia('(pointer: coarse)').matches) made.focus()
    return () => {
      detach()
      view.current = null
      made.destroy()
    }
  }, [sheet, path, view])
  useEffect(() => view.current?.setWrapped(isWrapped), [view, isWrapped])
  useComparing(view, compared)
  return <div className="code-text" ref={host} dir="ltr" />
})

/** Marks the differences from another text. The code for it is fetched when it is needed. */
function useComparing(view: RefObject<CodeView | null>, compared: Text | null): void {
  const wasComparing = useRef(false)
  useEffect(() => {
    if (compared !== null || wasComparing.current) void view.current?.compare(compared)
    wasComparing.current = compared !== null
  }, [view, compared])
}
