import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { DialogHost } from '../../dialogs/index.tsx'
import { changeLanguage } from '../../i18n/index.ts'
import { directionOf } from '../../i18n/languages.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { RootContext } from '../../stores/useRoot.ts'
import { Toasts } from './Toasts.tsx'
import { useBrand } from './useBrand.ts'
import { useUserLocale } from './useUserLocale.ts'

// Vite puts the nonce of the page's policy where scripts can read it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export interface PageShellProps {
  root: RootStore
  /** The title of the document. */
  title: string
  children: ReactNode
}

/** What every page of a signed-in person has: its stores, language, looks, dialogs, toasts and announcements. */
export const PageShell = observer(function PageShell({ root, title, children }: PageShellProps) {
  const { ui, settings } = root
  const { locale, theme } = ui
  useUserLocale(root)
  useBrand(ui.triedColour ?? settings.Color, settings)
  useEffect(() => void changeLanguage(locale), [locale])
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <RootContext value={root}>
      <CSPProvider nonce={nonce}>
        <DirectionProvider direction={directionOf(locale)}>
          {children}
          <DialogHost />
          <Toasts />
          <div className="sr" role="status" aria-live="polite">
            {ui.announcement}
          </div>
        </DirectionProvider>
      </CSPProvider>
    </RootContext>
  )
})
