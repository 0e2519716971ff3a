// Whether a person has switched on push in this browser. Another person who uses the same browser has not.
import type { UiOptions } from '../stores/UiStore.ts'

type BrowserStorage = UiOptions['storage']

const keyOf = (person: number | undefined): string => `nido-push-${person ?? 0}`

export const hasOwnPush = (storage: BrowserStorage, person: number | undefined): boolean =>
  storage.getItem(keyOf(person)) === 'on'

export const setOwnPush = (storage: BrowserStorage, person: number | undefined, isOn: boolean): void =>
  storage.setItem(keyOf(person), isOn ? 'on' : 'off')
