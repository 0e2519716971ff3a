import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { type HouseForm, tidyChunk, USUAL_CHUNK } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

/** After this long without typing the size is read. */
const PAUSE_MS = 1500

/** The chunk size of uploads. It is read after a pause, and shown in the largest unit that fits. */
export const ChunkRow = observer(function ChunkRow({ form }: { form: HouseForm }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const { chunkSize } = form
  const tidy = tidyChunk(chunkSize)
  useEffect(() => {
    if (tidy === chunkSize) return
    const timer = setTimeout(() => household.change({ chunkSize: tidy }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [household, chunkSize, tidy])
  return (
    <TextRow
      title={t('household.chunkSize')}
      description={t('household.chunkSizeLead', { usual: USUAL_CHUNK })}
      placeholder={USUAL_CHUNK}
      value={chunkSize}
      onText={(text) => household.change({ chunkSize: text })}
      onBlur={() => household.change({ chunkSize: tidy })}
    />
  )
})
