import { AlertDialog } from '@base-ui/react/alert-dialog'
import { observer } from 'mobx-react-lite'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { GameSaves } from '../../stores/arcade/GameSaves.ts'

/** Asks which of two saves counts, if two devices have different ones. The other one stays as a file beside it. */
export const ChooseSave = observer(function ChooseSave({ saves }: { saves: GameSaves }) {
  const { t } = useTexts()
  const format = useFormat()
  const { conflict } = saves
  if (conflict === null) return null
  const { mine, theirs } = conflict
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className="scrim">
          <AlertDialog.Popup className="dialog-frame">
            <div className="dialog">
              <header>
                <div className="heading">
                  <AlertDialog.Title>{t('arcade.saves.two')}</AlertDialog.Title>
                  <AlertDialog.Description>{t('arcade.saves.twoLead')}</AlertDialog.Description>
                </div>
              </header>
              <footer>
                <button type="button" className="button" onClick={() => saves.choose('theirs')}>
                  {t('arcade.saves.theirs', { when: theirs.at === '' ? '' : format.date(theirs.at) })}
                </button>
                <button type="button" className="button primary" onClick={() => saves.choose('mine')}>
                  {t('arcade.saves.mine', { when: format.date(new Date(mine.at).toISOString()) })}
                </button>
              </footer>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
})
