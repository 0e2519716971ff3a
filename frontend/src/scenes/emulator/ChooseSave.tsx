import { observer } from 'mobx-react-lite'
import { Alert } from '../../components/Alert.tsx'
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
    <Alert title={t('arcade.saves.two')} description={t('arcade.saves.twoLead')}>
      <button type="button" className="button" onClick={() => saves.choose('theirs')}>
        {t('arcade.saves.theirs', { when: theirs.at === '' ? '' : format.date(theirs.at) })}
      </button>
      <button type="button" className="button primary" onClick={() => saves.choose('mine')}>
        {t('arcade.saves.mine', { when: format.date(new Date(mine.at).toISOString()) })}
      </button>
    </Alert>
  )
})
