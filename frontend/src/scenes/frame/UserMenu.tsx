import { LOCALES } from '../../../../backend/contract/locales.ts'
import { Languages, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { perform } from '../../actions/action.ts'
import { logout } from '../../actions/logout.ts'
import { openPalette } from '../../actions/openPalette.ts'
import { setLocale } from '../../actions/setLocale.ts'
import { useEntries } from '../../actions/useEntries.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Menu, type MenuEntry, type MenuGroups } from '../../components/Menu.tsx'
import { nativeName } from '../../i18n/native-names.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { THEME_CHOICES } from '../../stores/UiStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const

/** The avatar's menu: the account, theme and language, and logging out. */
export const UserMenu = observer(function UserMenu() {
  const { session } = useRoot()
  const { t } = useTexts()
  // The languages replace the menu, so that neither list is too long.
  const [isChoosing, setChoosing] = useState(false)
  const languages = useLanguages()
  const entries = useUserEntries(() => setChoosing(true))
  if (session.user === null) return null
  const { username } = session.user
  return (
    <Menu
      groups={isChoosing ? [languages] : entries}
      title={isChoosing ? t('frame.language') : username}
      align="end"
      onClose={() => setChoosing(false)}
      trigger={
        <button
          type="button"
          className="avatar-button"
          aria-label={t('frame.userMenu', { name: username })}
          title={username}
        >
          <Avatar name={username} />
        </button>
      }
    />
  )
})

function useLanguages(): MenuEntry[] {
  const root = useRoot()
  const { t } = useTexts()
  const isBrowsers = root.session.user?.locale === ''
  const choices = LOCALES.map((locale) => ({
    id: locale,
    label: nativeName(locale),
    lang: locale,
    isChecked: !isBrowsers && root.ui.locale === locale,
    run: () => void setLocale(root, locale),
  }))
  const browsers = {
    id: 'browser',
    label: t('frame.browserLanguage'),
    isChecked: isBrowsers,
    run: () => void setLocale(root, ''),
  }
  return [browsers, ...choices]
}

/** Theme, language, settings, and logging out. */
function useUserEntries(onLanguage: () => void): MenuGroups {
  const root = useRoot()
  const { t } = useTexts()
  const { ui, session } = root
  const themes = THEME_CHOICES.map((theme): MenuEntry => ({
    id: theme,
    label: t(`theme.${theme}`),
    icon: THEME_ICONS[theme],
    isChecked: ui.theme === theme,
    run: () => ui.setTheme(theme),
  }))
  const language: MenuEntry = {
    id: 'language',
    label: `${t('frame.language')}: ${nativeName(ui.locale)}`,
    icon: Languages,
    staysOpen: true,
    run: onLanguage,
  }
  const settings: MenuEntry = {
    id: 'settings',
    label: t('settings.title'),
    icon: Settings,
    run: () => root.navigate('/settings'),
  }
  const out: MenuEntry[] = session.canLogout
    ? [{ id: 'logout', label: t('action.logout'), icon: LogOut, run: () => void perform(root, logout) }]
    : []
  return [useEntries()([[openPalette]])[0] ?? [], themes, [language], [settings, ...out]]
}
