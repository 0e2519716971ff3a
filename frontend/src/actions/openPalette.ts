import { Command } from 'lucide-react'
import { keepTyped } from '../lib/typed-ahead.ts'
import type { Action } from './action.ts'

/** Opens the palette, which finds commands, places, settings, people and files. */
export const openPalette: Action = {
  id: 'openPalette',
  label: 'action.palette',
  icon: Command,
  shortcuts: [{ key: 'k', mod: true }],
  isAllowed: () => true,
  isEnabled: ({ ui }) => ui.dialogs.length === 0,
  async run({ ui }) {
    // The palette may have to be fetched. What is typed in the meantime is meant for it.
    const typed = keepTyped()
    await ui.ask('palette', { typed })
    typed.take()
  },
}
