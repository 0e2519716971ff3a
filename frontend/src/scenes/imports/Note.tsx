import { CircleAlert, CircleCheck } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Fixed } from '../../components/Fixed.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { Known } from './Known.tsx'

/** What became of the last attempt. The region is always there, so that screen readers hear what comes into it. */
export const Note = observer(function Note({ form }: { form: ImportForm }) {
  const { note } = form
  const { tell } = useTexts()
  const Icon = note?.isBad === true ? CircleAlert : CircleCheck
  return (
    <div className="import-note" role="status">
      {note === null ? null : (
        <div className={`notice ${note.isBad ? 'bad' : 'ok'}`}>
          <Icon className="icon" aria-hidden="true" />
          <div>
            {note.fixed === null ? null : (
              <p>
                <Fixed text={note.fixed} />
              </p>
            )}
            {[...new Set(note.messages.map(tell))].map((text) => (
              <p key={text} dir="auto">
                {text}
              </p>
            ))}
          </div>
        </div>
      )}
      <Known form={form} />
    </div>
  )
})
