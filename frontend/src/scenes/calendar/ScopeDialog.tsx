import { EVENT_SCOPES, type EventScope } from '../../../../backend/contract/calendar-limits.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'

export interface ScopeDialogProps {
  verb: 'change' | 'delete'
  onChoose(scope: EventScope): void
  onClose(): void
}

/** Asks how much of a repeating event is meant. */
export function ScopeDialog({ verb, onChoose, onClose }: ScopeDialogProps) {
  const { t } = useTexts()
  useKeyLayer(OWN_KEYS)
  return (
    <Dialog title={t(`calendar.scope.${verb}`)} description={t('calendar.scope.lead')} width={420} onClose={onClose}>
      <div className="cal-scopes">
        {EVENT_SCOPES.map((scope) => (
          <button key={scope} type="button" className="button" onClick={() => onChoose(scope)}>
            {t(`calendar.scope.${scope}`)}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
