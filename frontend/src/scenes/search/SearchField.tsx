import { ArrowLeft, Search, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { isFrom } from '../../lib/key-layers.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useSearchMoves } from './useSearchMoves.ts'
import { useAddressedSearch, useSearch } from './useSearch.ts'

/** A search begins after this pause in typing. */
const PAUSE_MS = 200

/** The field in the top bar during a search. On a phone it fills the whole bar. */
export const SearchField = observer(function SearchField() {
  const search = useAddressedSearch()
  const { t } = useTexts()
  const { close } = useSearchMoves()
  const { text } = search
  const input = useCalledField()
  useTypedAhead()
  useAskWhenIdle()
  useEscape(close)
  const handleKeyDown = useFieldKeys(input)
  return (
    <div className="search-line" role="search">
      <span className="phone-only">
        <IconButton icon={ArrowLeft} className="flip" label={t('search.close')} onClick={close} />
      </span>
      <div className="search is-open">
        <Search className="icon" aria-hidden="true" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={text}
          onChange={(event) => search.setText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        {text === '' ? null : <ClearButton />}
        <kbd className="desk-key" aria-hidden="true">
          Esc
        </kbd>
      </div>
    </div>
  )
})

/** The field, which gets the focus on request. */
function useCalledField(): RefObject<HTMLInputElement | null> {
  const search = useSearch()
  const { fieldCalls } = search
  const input = useRef<HTMLInputElement>(null)
  // After going back from a hit, the hit has the focus, not the field.
  const heard = useRef(search.selection.focused === null ? -1 : fieldCalls)
  useLayoutEffect(() => {
    if (heard.current === fieldCalls) return
    heard.current = fieldCalls
    input.current?.focus()
  }, [fieldCalls])
  return input
}

/** Takes over what was typed while the field was being fetched. */
function useTypedAhead(): void {
  const { ui } = useRoot()
  const search = useSearch()
  useLayoutEffect(() => {
    const typed = ui.takeForSearch()
    if (typed !== '') search.setText(search.text + typed)
  }, [ui, search])
}

/** Searches for the typed text when the typing pauses. */
function useAskWhenIdle(): void {
  const { text, place } = useSearch()
  const { ask } = useSearchMoves()
  useEffect(() => {
    if (text.trim() === place.query) return
    const timer = setTimeout(ask, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, place, ask])
}

/** The keys that lead from the field to the hits, and those that start a search. */
function useFieldKeys(input: RefObject<HTMLInputElement | null>): (event: KeyboardEvent) => void {
  const search = useSearch()
  const { ask } = useSearchMoves()
  const { text, place } = search
  const goToHit = (position: number) => {
    // The rows only take the focus when nothing has it.
    if (search.sorted.length > 0) input.current?.blur()
    search.selection.pickAt(position)
  }
  return (event) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') goToHit(Math.max(0, search.selection.focusedPosition))
    else if (event.key === 'Enter') {
      search.remember()
      if (text.trim() === place.query) goToHit(0)
      else ask()
    } else return
    event.preventDefault()
  }
}

function ClearButton() {
  const search = useSearch()
  const { t } = useTexts()
  return (
    <IconButton
      isSmall
      icon={X}
      label={t('search.clear')}
      onClick={() => {
        search.setText('')
        search.callField()
      }}
    />
  )
}

/** Escape clears the selection of hits; if there is none, or from the field, it closes the search. */
function useEscape(close: () => void): void {
  const { selection } = useSearch()
  useKeyLayer({
    layer: 'search',
    hearsFields: true,
    handle(event) {
      if (event.key !== 'Escape') return false
      if (selection.count > 0 && !isFrom(event, 'input[type="search"]')) selection.clear()
      else close()
      return true
    },
  })
}
