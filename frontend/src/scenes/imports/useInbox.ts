import { useEffect, useEffectEvent, useState } from 'react'
import { bringsLinks, type Brought, broughtBy } from '../../lib/brought.ts'
import { bringsFiles, takeEarlyDrops } from '../../lib/dropped-entries.ts'
import { isTyping } from '../../lib/typing.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** As in scenes/uploads/DropVeil.tsx: browsers do not always report that a drag has left the window. */
const GONE_MS = 1_000

/**
 * Takes everything that is dropped anywhere on the page, or pasted outside of a text field. Returns whether something
 * is being dragged over the page.
 */
export function useInbox(take: (brought: Brought) => void): boolean {
  const { ui } = useRoot()
  const [isOver, setOver] = useState(false)
  const handle = useEffectEvent((transfer: DataTransfer | null) => {
    if (transfer !== null && ui.dialogs.length === 0) take(broughtBy(transfer))
  })
  const takeEarly = useEffectEvent(take)
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event)) return
      event.preventDefault()
      handle(event.clipboardData)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
  useEffect(() => listenToDrops(setOver, handle), [])
  useEffect(() => {
    const files = takeEarlyDrops().flatMap(({ file }) => file ?? [])
    if (files.length > 0) takeEarly({ files, text: '' })
  }, [])
  return isOver
}

/** Listens before the listeners for uploads, and hides drops from them. Returns a function that ends it. */
function listenToDrops(setOver: (isOver: boolean) => void, take: (transfer: DataTransfer | null) => void): () => void {
  let gone: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    clearTimeout(gone)
    setOver(false)
  }
  const isOurs = (event: DragEvent): boolean => {
    if (!bringsFiles(event.dataTransfer) && !bringsLinks(event.dataTransfer)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const listeners = {
    dragover(event: DragEvent) {
      if (!isOurs(event)) return
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
      clearTimeout(gone)
      gone = setTimeout(leave, GONE_MS)
    },
    dragleave(event: DragEvent) {
      // Moving from one element to another leaves the first one, too.
      if (event.relatedTarget === null) leave()
    },
    drop(event: DragEvent) {
      if (!isOurs(event)) return
      leave()
      take(event.dataTransfer)
    },
  }
  const types = ['dragover', 'dragleave', 'drop'] as const
  for (const type of types) window.addEventListener(type, listeners[type], { capture: true })
  return () => {
    clearTimeout(gone)
    for (const type of types) window.removeEventListener(type, listeners[type], { capture: true })
  }
}
