import { reaction } from 'mobx'
import { useEffect } from 'react'
import { chooseLocale } from '../../i18n/languages.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Uses the language of the signed-in person, and keeps it afterwards. */
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
