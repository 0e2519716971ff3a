// The extras: a page with a card for each, and their screens below its address.
import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { ActivityScreen } from './activity/ActivityScreen.tsx'
import { DuplicatesScreen } from './DuplicatesScreen.tsx'
import { ExtrasHome } from './ExtrasHome.tsx'
import { LargestScreen, OldestScreen } from './FileListScreen.tsx'
import { OnThisDayScreen } from './OnThisDayScreen.tsx'
import { StorageMapScreen } from './StorageMapScreen.tsx'
import { EXTRAS } from './urls.ts'

const SCREENS: Readonly<Record<string, ComponentType>> = {
  [EXTRAS.map]: StorageMapScreen,
  [EXTRAS.largest]: LargestScreen,
  [EXTRAS.oldest]: OldestScreen,
  [EXTRAS.duplicates]: DuplicatesScreen,
  [EXTRAS.activity]: ActivityScreen,
  [EXTRAS.day]: OnThisDayScreen,
}

export function ExtrasScene() {
  const { pathname } = useLocation()
  const Screen = SCREENS[pathname.replace(/\/$/, '')] ?? ExtrasHome
  return <Screen />
}
