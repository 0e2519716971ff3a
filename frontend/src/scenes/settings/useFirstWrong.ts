import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * For forms: `showFirstWrong` focuses the first field that is marked as wrong, once the current errors are rendered.
 */
export function useFirstWrong() {
  const form = useRef<HTMLFormElement>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times > 0) goToFirstWrong(form.current)
  }, [times])
  return { form, showFirstWrong: useCallback(() => setTimes((before) => before + 1), []) }
}

function goToFirstWrong(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.closest('details')?.setAttribute('open', '')
  wrong?.scrollIntoView({ block: 'center' })
  wrong?.focus({ preventScroll: true })
}
