// The household's branding outside the page's components: its colour, icon and style sheet.
import { useEffect } from 'react'
import mark from '../../assets/mark.svg'
import { brandOf } from '../../lib/brand-colour.ts'
import { setPageIcon } from '../../lib/page-icon.ts'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'

const STYLE_PATH = '/static/custom.css'

/** `colour`: as in the settings (`#rrggbb`), '' for Nido's own. */
export function useBrand(colour: string, { IconURL, StyleURL }: Pick<PublicSettings, 'IconURL' | 'StyleURL'>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const brand = brandOf(colour)
    for (const [name, value] of [
      ['--brand-h', brand?.hue],
      ['--brand-c', brand?.chroma],
    ] as const) {
      if (value === undefined) style.removeProperty(name)
      else style.setProperty(name, String(value))
    }
  }, [colour])
  useEffect(() => setPageIcon(IconURL || mark), [IconURL])
  useEffect(() => showStyleSheet(StyleURL), [StyleURL])
}

/** The server has put the style sheet into the page's head. A new one replaces it there. */
function showStyleSheet(address: string): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ href }) =>
    new URL(href).pathname.endsWith(STYLE_PATH),
  )
  if (links.some(({ href }) => href === new URL(address, location.href).href)) return
  for (const link of links) link.remove()
  if (address === '') return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  document.head.append(link)
}
