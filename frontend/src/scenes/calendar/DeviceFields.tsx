import { Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { DeviceRecord, MadeDevice } from '../../../../backend/contract/calendar.ts'
import { DEVICE_NAME_MAX } from '../../../../backend/contract/calendar-limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { Field } from '../../components/Field.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CalendarDevices } from '../../stores/calendar/CalendarDevices.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Phones and programs that read and write by CalDAV, each with a password of its own. */
export const DeviceFields = observer(function DeviceFields({ devices }: { devices: CalendarDevices }) {
  const { t, tell } = useTexts()
  const { error, items, made } = devices
  return (
    <section className="cal-form">
      <h3>{t('calendar.devices.title')}</h3>
      <p className="hint">{t('calendar.devices.lead')}</p>
      {error === null ? null : (
        <p className="notice bad" role="alert">
          {tell(messageOf(error))}
        </p>
      )}
      <ul className="cal-deleted">
        {items?.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => void devices.end(device.id)} />
        ))}
      </ul>
      {made === null ? null : <Password made={made} />}
      {items === null ? null : <AddDevice devices={devices} />}
    </section>
  )
})

function DeviceRow({ device, onEnd }: { device: DeviceRecord; onEnd(): void }) {
  const { t } = useTexts()
  const format = useFormat()
  const { name, made, used } = device
  const last = used === null ? t('calendar.devices.unused') : t('calendar.devices.used', { date: format.date(used) })
  return (
    <li className="line">
      <div>
        <div className="strong cut" dir="auto">
          {name}
        </div>
        <div className="small faint">
          {t('calendar.feed.made', { date: format.date(made) })} · {last}
        </div>
      </div>
      <IconButton icon={Trash2} className="push" label={t('calendar.devices.end', { name })} onClick={onEnd} />
    </li>
  )
}

/** What is typed into the phone. It is told only now. */
function Password({ made: { username, password } }: { made: MadeDevice }) {
  const { api } = useRoot()
  const { t } = useTexts()
  const server = new URL(api.http.url('/dav/'), location.href).href
  return (
    <div className="cal-form" role="status">
      <Field label={t('calendar.devices.server')} value={server} readOnly dir="ltr" />
      <Field label={t('calendar.devices.username')} value={username} readOnly dir="auto" />
      <Field
        label={t('calendar.devices.password')}
        value={password}
        readOnly
        dir="ltr"
        hint={t('calendar.devices.once')}
      />
    </div>
  )
}

const AddDevice = observer(function AddDevice({ devices }: { devices: CalendarDevices }) {
  const { t } = useTexts()
  const [name, setName] = useState('')
  const add = async () => {
    if (name.trim() !== '' && (await devices.make(name.trim()))) setName('')
  }
  return (
    <form
      className="cal-form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field
        label={t('calendar.devices.name')}
        value={name}
        maxLength={DEVICE_NAME_MAX}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="button" disabled={name.trim() === ''} aria-busy={devices.isWorking}>
        {t('calendar.devices.make')}
      </button>
    </form>
  )
})
