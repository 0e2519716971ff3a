import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

let root: Root | null = null

/** Renders a page in place of the current one: the document's placeholder, or the page before. */
export function showPage(page: ReactNode): void {
  const container = document.getElementById('root')
  if (container === null) throw new Error('the page has no #root')
  root ??= createRoot(container)
  root.render(page)
}
