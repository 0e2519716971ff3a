import type { KeyboardEvent } from 'react'
import { matches, perform } from '../../actions/action.ts'
import { toggleShell } from '../../actions/toggleShell.ts'
import { shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { CommandLine } from './CommandLine.ts'

/** The keys of the command line, as in a terminal. */
export function useCommandKeys(line: CommandLine): (event: KeyboardEvent<HTMLInputElement>) => void {
  const root = useRoot()
  const shell = shellOf(root)
  return (event) => {
    if (event.nativeEvent.isComposing) return
    const { key, ctrlKey, currentTarget } = event
    const isSelected = currentTarget.selectionStart !== currentTarget.selectionEnd
    const isPlain = !ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (key === 'ArrowUp' && isPlain) line.show(1)
    else if (key === 'ArrowDown' && isPlain) line.show(-1)
    else if (key === 'Tab' && isPlain && line.text.trim() !== '') void line.complete(currentTarget)
    else if (ctrlKey && key === 'c' && !isSelected) line.interrupt()
    else if (ctrlKey && key === 'l') shell.clear()
    else if (key === 'Escape' && isPlain) shell.close()
    else if (matches(toggleShell, event.nativeEvent)) void perform(root, toggleShell)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
