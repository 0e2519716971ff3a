import { reaction } from 'mobx'
import { useEffect } from 'react'
import { chooseLocale } from '../../i18n/languages.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Speaks the language of whoever is signed in; keeps the last one afterwards. */
export function useUserLocale(root: RootStore): void {
  useEffect(
    () =>
      reaction(
        () => root.session.user?.locale ?? '',
        (locale) => {
          if (locale !== '') root.ui.setLocale(chooseLocale([locale]))
        },
        { fireImmediately: true },
      ),
    [root],
  )
}
