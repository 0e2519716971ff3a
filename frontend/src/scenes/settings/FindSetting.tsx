import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { matches } from '../../actions/action.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SETTINGS_PLACES } from './places.ts'

interface Finding {
  id: string
  label: string
  place: string
  to: string
}

/** The shortcut that searches files elsewhere searches settings here. */
const FIND = { shortcuts: [{ key: 'f', mod: true }] }

/** Finds a setting by its name, on any screen, and opens it. */
export const FindSetting = observer(function FindSetting() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const findings = useFindings()
  const field = useFieldKey()
  const open = ({ to, label }: Finding) => {
    setText('')
    void navigate(to, { state: { setting: label } })
  }
  return (
    <search className="find-setting">
      <Autocomplete.Root
        items={findings}
        value={text}
        onValueChange={setText}
        itemToStringValue={({ label }: Finding) => label}
        autoHighlight
      >
        <Autocomplete.InputGroup className="input">
          <Search className="icon sm" aria-hidden="true" />
          <Autocomplete.Input
            ref={field}
            aria-label={t('settings.find')}
            placeholder={t('settings.find')}
            autoComplete="off"
            spellCheck={false}
          />
        </Autocomplete.InputGroup>
        <Findings onOpen={open} />
      </Autocomplete.Root>
    </search>
  )
})

/** The list below the field. */
function Findings({ onOpen }: { onOpen(finding: Finding): void }) {
  const { t } = useTexts()
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner className="find-place" sideOffset={6} align="end">
        <Autocomplete.Popup className="menu findings">
          <Autocomplete.Empty className="small muted">{t('settings.notFound')}</Autocomplete.Empty>
          <Autocomplete.List>
            {(finding: Finding) => (
              <Autocomplete.Item key={finding.id} value={finding} className="finding" onClick={() => onOpen(finding)}>
                <span>{finding.label}</span>
                <span className="small muted">{finding.place}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

/** Every setting that the person can open. */
function useFindings(): Finding[] {
  const root = useRoot()
  const { t } = useTexts()
  return SETTINGS_PLACES.filter((place) => place.isAllowed(root)).flatMap(({ path, title, label, finds = [] }) =>
    [title, ...finds].map((key) => ({ id: `${path} ${key}`, label: t(key), place: t(label), to: path })),
  )
}

/** The field, which gets the focus by the shortcut. */
function useFieldKey(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useKeyLayer({
    layer: 'search',
    handle(event) {
      if (!matches(FIND, event)) return false
      field.current?.focus()
      return true
    },
  })
  return field
}
