import { Command } from 'lucide-react'
import { keepTyped } from '../lib/typed-ahead.ts'
import type { Action } from './action.ts'

/** Finds commands, places, settings and files by what one types. */
export const openPalette: Action = {
  id: 'openPalette',
  label: 'action.palette',
  icon: Command,
  shortcuts: [{ key: 'k', mod: true }],
  isAllowed: () => true,
  isEnabled: ({ ui }) => ui.dialogs.length === 0,
  async run({ ui }) {
    // It may have to be fetched: what is typed meanwhile is meant for it.
    const typed = keepTyped()
    await ui.ask('palette', { typed })
    typed.take()
  },
}
