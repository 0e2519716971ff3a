import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'
import { useFoundWords } from './useFoundWords.ts'
import { useSearch } from './useSearch.ts'

/** A screen reader that is still reading the last letter is not interrupted at each one. */
const PAUSE_MS = 500

/** Tells a screen reader how much was found, once a search has ended. */
export const SearchAnnouncer = observer(function SearchAnnouncer() {
  const { ui } = useRoot()
  const search = useSearch()
  const words = useFoundWords()
  const isEnded = search.state === 'done' || search.state === 'failed'
  const { place } = search
  useEffect(() => {
    if (!isEnded || words === '') return
    const timer = setTimeout(() => ui.announce(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [ui, isEnded, words, place])
  return null
})
