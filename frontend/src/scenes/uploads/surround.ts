// Effects of uploads outside of the page's content: title, icon, the warning before leaving, keeping the screen on, and
// resuming after an interruption.
import { autorun, reaction } from 'mobx'
import { keepAwake } from '../../lib/keep-awake.ts'
import { showProgressIcon } from '../../lib/progress-icon.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Starts all of them. Returns a function that ends them. */
export function surround(root: RootStore): () => void {
  const { uploads, ui } = root
  const { queue } = uploads
  // A phone stops uploads when its screen turns off. Elsewhere they go on.
  const isPhone = window.matchMedia('(pointer: coarse)')
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const goOn = () => uploads.retryBroken()
  window.addEventListener('online', goOn)
  const stopBusy = reaction(
    () => queue.isBusy,
    (isBusy) => {
      if (isBusy) window.addEventListener('beforeunload', warn)
      else window.removeEventListener('beforeunload', warn)
      keepAwake('uploads', isBusy && isPhone.matches)
    },
    { fireImmediately: true },
  )
  const stopTitle = autorun(() => {
    ui.setTitlePrefix(queue.isBusy ? `${queue.percent} % · ` : '')
    showProgressIcon(queue.isBusy ? queue.percent : null)
  })
  return () => {
    window.removeEventListener('online', goOn)
    window.removeEventListener('beforeunload', warn)
    stopBusy()
    stopTitle()
    keepAwake('uploads', false)
    showProgressIcon(null)
    ui.setTitlePrefix('')
  }
}
