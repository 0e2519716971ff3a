import { reaction } from 'mobx'
import { useEffect } from 'react'
import type { RootStore } from '../../stores/RootStore.ts'

/** Uses the language of the signed-in person, and keeps it afterwards. Who has chosen none has that of the browser. */
export function useUserLocale(root: RootStore): void {
  useEffect(
    () =>
      reaction(
        () => root.session.user?.locale,
        (locale) => {
          if (locale !== undefined) root.ui.setLocale(locale)
        },
        { fireImmediately: true },
      ),
    [root],
  )
}
