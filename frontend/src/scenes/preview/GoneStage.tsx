import { Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { nameOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Stage } from './Stage.tsx'
import { StageCard } from './StageCard.tsx'

/** The stage of a file that disappeared while it was open: what happened to it, and a way on. */
export const GoneStage = observer(function GoneStage({
  onClose,
  findReturn,
}: {
  onClose(): void
  findReturn(): HTMLElement | null
}) {
  const { listing, keepsVersions } = useRoot()
  const { t } = useTexts()
  const name = nameOf(listing.file ?? '')
  return (
    <Stage name={name} isAlert onClose={onClose} findReturn={findReturn}>
      {() => (
        <StageCard kind={kindOfName(name, false)} title={t('preview.gone')} text={t('preview.goneHow')}>
          <div className="line">
            <button type="button" className="button primary" onClick={onClose}>
              <span className="label">{t('preview.back')}</span>
            </button>
            {keepsVersions ? (
              <Link className="button" to="/trash">
                <Trash2 className="icon" aria-hidden="true" />
                <span className="label">{t('failure.lookInTrash')}</span>
              </Link>
            ) : null}
          </div>
        </StageCard>
      )}
    </Stage>
  )
})
