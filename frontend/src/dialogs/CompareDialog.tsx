import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Item } from '../../../backend/contract/resources.ts'
import { messageOf } from '../api/error-message.ts'
import { createTextsApi } from '../api/texts.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useIsPhone } from '../lib/useMedia.ts'
import { readText, type TextFile } from '../stores/editor/text-file.ts'
import { Latest } from '../stores/Latest.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Comparison } from './compare/Comparison.tsx'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'

/** The largest texts to compare, in bytes. */
const COMPARED_MAX_BYTES = 5 * 1024 * 1024
const WIDTH = 1_400

type Side = TextFile | 'binary'

/** Two texts side by side, with their differences. */
export const CompareDialog = observer(function CompareDialog({
  first,
  second,
  close,
}: DialogComponentProps<'compare'>) {
  const { t } = useTexts()
  return (
    <Dialog
      title={t('dialog.compare.title', { first: first.name, second: second.name })}
      width={WIDTH}
      onClose={() => close(true)}
    >
      <Body first={first} second={second} />
    </Dialog>
  )
})

const Body = observer(function Body({ first, second }: { first: Item; second: Item }) {
  const { t, tell } = useTexts()
  const { size } = useFormat()
  const isPhone = useIsPhone()
  const isTooLarge = Math.max(first.size, second.size) > COMPARED_MAX_BYTES
  const texts = useBoth(first, second, !isTooLarge)
  if (isTooLarge) return <p>{t('dialog.compare.tooLarge', { most: size(COMPARED_MAX_BYTES) })}</p>
  if (texts.error !== null) return <p>{tell(messageOf(texts.error))}</p>
  if (texts.value === null) return <p role="status">{t('preview.loading')}</p>
  const [one, other] = texts.value
  if (one === undefined || other === undefined || one === 'binary' || other === 'binary')
    return <p>{t('dialog.compare.binary', { name: one === 'binary' ? first.name : second.name })}</p>
  if (one.text.eq(other.text)) return <p>{t('dialog.compare.same')}</p>
  return (
    <Comparison
      key={isPhone ? 'narrow' : 'wide'}
      first={{ name: first.name, text: one.text }}
      second={{ name: second.name, text: other.text }}
      isNarrow={isPhone}
    />
  )
})

function useBoth(first: Item, second: Item, isWanted: boolean): Latest<readonly Side[]> {
  const { api } = useRoot()
  const [texts] = useState(() => new Latest<readonly Side[]>())
  useEffect(() => {
    const own = createTextsApi(api.http)
    if (isWanted)
      void texts.load((signal) => Promise.all([first, second].map(({ path }) => readText(own, path, signal))))
    return texts.forget
  }, [api, texts, first, second, isWanted])
  return texts
}
