import { keepTyped } from '../lib/typed-ahead.ts'
import type { DialogAnswer, DialogProps } from '../stores/dialogs.ts'
import type { UiStore } from '../stores/UiStore.ts'

type AsksName = 'newFolder' | 'newFile' | 'rename'

/** Opens a dialog for a name. It may have to be fetched: what is typed in the meantime is meant for its field. */
export async function askName<Name extends AsksName>(
  ui: UiStore,
  name: Name,
  props: Omit<DialogProps<Name>, 'typed'>,
): Promise<DialogAnswer<Name> | null> {
  const typed = keepTyped()
  try {
    return await ui.ask(name, { ...props, typed } as DialogProps<Name>)
  } finally {
    typed.take()
  }
}
