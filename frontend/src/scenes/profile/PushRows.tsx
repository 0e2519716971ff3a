// Reminders when no page is open: a switch for this device, and the list of one's devices.
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { PushDevice } from '../../../../backend/contract/push.ts'
import { messageOf } from '../../api/error-message.ts'
import { useDeviceWords } from '../../i18n/useDeviceWords.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { PushSwitch } from '../../stores/PushSwitch.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SwitchRow } from '../settings/SwitchRow.tsx'

export const PushRows = observer(function PushRows() {
  const root = useRoot()
  const { t } = useTexts()
  const [push] = useState(() => new PushSwitch(root))
  useEffect(() => void push.refresh(), [push])
  return (
    <section className="set-group" aria-busy={push.state === null && push.error === null}>
      <h2 id="push">{t('push.title')}</h2>
      <PushTrouble push={push} />
      <ul className="set-rows" aria-labelledby="push">
        <li>
          <SwitchRow
            title={t('push.here')}
            description={t(push.canPush ? 'push.hereLead' : 'push.cannot')}
            isOn={push.isOn}
            isDisabled={!push.canPush || push.state === null || push.isWorking}
            onChange={(isOn) => void push.set(isOn)}
          />
        </li>
        {push.state?.items.map((device) => (
          <PushRow key={device.id} push={push} device={device} />
        ))}
      </ul>
    </section>
  )
})

const PushTrouble = observer(function PushTrouble({ push }: { push: PushSwitch }) {
  const { t, tell } = useTexts()
  const { error, isBlocked, state } = push
  if (error !== null)
    return (
      <p className="notice bad" role="alert">
        {error instanceof DOMException ? t('push.failed') : tell(messageOf(error))}
      </p>
    )
  return (
    <>
      {isBlocked ? <p className="notice">{t('push.blocked')}</p> : null}
      {state === null || state.isWorking ? null : <p className="notice">{t('push.noWorker')}</p>}
    </>
  )
})

const PushRow = observer(function PushRow({ push, device }: { push: PushSwitch; device: PushDevice }) {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat(session.user?.dateFormat ?? false)
  const name = useDeviceWords()(device.device)
  const { id, made, used, outcome } = device
  const facts = [
    t('push.since', { when: format.date(made) }),
    used === null ? t('push.unused') : t('push.used', { when: format.date(used) }),
    ...(outcome === null || outcome === 'sent' ? [] : [t(`push.outcome.${outcome}`)]),
  ]
  return (
    <li className="set">
      <div>
        <div className="set-title">
          {name}
          {id === push.own ? <span className="badge accent">{t('push.this')}</span> : null}
        </div>
        <div className="set-lead num">{facts.join(' · ')}</div>
      </div>
      <div className="line">
        <button type="button" className="button small" disabled={push.isWorking} onClick={() => void push.test(id)}>
          {t('push.test')}
        </button>
        <button
          type="button"
          className="button small"
          aria-label={t('push.endOf', { name })}
          disabled={push.isWorking}
          onClick={() => void push.end(id)}
        >
          {t('push.end')}
        </button>
      </div>
    </li>
  )
})
