import { CircleAlert, CircleCheck } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Fixed } from '../../components/Fixed.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import type { ImportNote } from '../../stores/imports/import-notes.ts'
import { Known } from './Known.tsx'

/**
 * What became of the last attempt. The regions are always there, so that screen readers hear what comes into them: a
 * failure at once.
 */
export const Note = observer(function Note({ form }: { form: ImportForm }) {
  const { note } = form
  return (
    <div className="import-note">
      <div role="alert">{note?.isBad === true ? <NoteText note={note} /> : null}</div>
      <div role="status">
        {note?.isBad === false ? <NoteText note={note} /> : null}
        <Known form={form} />
      </div>
    </div>
  )
})

function NoteText({ note: { isBad, fixed, messages } }: { note: ImportNote }) {
  const { tell } = useTexts()
  const Icon = isBad ? CircleAlert : CircleCheck
  return (
    <div className={`notice ${isBad ? 'bad' : 'ok'}`}>
      <Icon className="icon" aria-hidden="true" />
      <div>
        {fixed === null ? null : (
          <p>
            <Fixed text={fixed} />
          </p>
        )}
        {[...new Set(messages.map(tell))].map((text) => (
          <p key={text} dir="auto">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
