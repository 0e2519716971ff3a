import { CloudOff } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Says quietly that the server cannot be reached; otherwise nothing. */
export const ConnectionWord = observer(function ConnectionWord() {
  const { live } = useRoot()
  const { t } = useTexts()
  return (
    <span className="connection" role="status">
      {live.isCutOff ? (
        <span className="badge" title={t('frame.cutOffLong')}>
          <CloudOff className="icon sm" aria-hidden="true" />
          <span>{t('frame.cutOff')}</span>
          <span className="sr">. {t('frame.cutOffLong')}</span>
        </span>
      ) : null}
    </span>
  )
})
