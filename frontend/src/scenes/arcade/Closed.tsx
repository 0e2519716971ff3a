import type { PlayTime } from '../../../../backend/contract/arcade.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Says when the person may play, and that the files themselves can be read. */
export function Closed({ time: { hours } }: { time: PlayTime }) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const [from = '', to = ''] = hours.split('-')
  return (
    <Empty art="nest" title={t('arcade.closed')} lead={t('arcade.closedLead', { from, to })}>
      <a className="button primary" href={`${settings.BaseURL}/files/`}>
        {t('frame.myFiles')}
      </a>
    </Empty>
  )
}
