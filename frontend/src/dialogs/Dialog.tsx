// The frame of every dialog: title, body, answers; a sheet on a phone. Focus goes in, stays in, and comes back.
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type CSSProperties, type FormEvent, type ReactNode, type RefObject } from 'react'
import { RootClass } from '../components/RootClass.ts'
import { useTexts } from '../i18n/useTexts.ts'

export interface DialogFrameProps {
  title: ReactNode
  /** A sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons; the last one repeats the verb of the title. */
  footer?: ReactNode
  /** Pixels on a desk. */
  width?: number
  /** There is nothing to operate in the body, so that it takes the focus itself and scrolls by keys. */
  isReading?: boolean
  /** Where focus starts: the field, or the safe button. Else the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Returns the element that gets the focus when the dialog closes; true for the one that had it before. */
  finalFocus?(): HTMLElement | true
  onClose(): void
  /** Makes the dialog a form, so that Enter answers it. */
  onSubmit?(): void
}

export function Dialog({ width, initialFocus, finalFocus, onClose, onSubmit, ...content }: DialogFrameProps) {
  const style = width === undefined ? undefined : ({ '--width': `${width}px` } as CSSProperties)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const parts = <DialogContent {...content} />
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Viewport className="scrim">
          <RootClass name="has-scrim" />
          <BaseDialog.Popup
            className="dialog-frame"
            style={style}
            initialFocus={initialFocus ?? true}
            finalFocus={finalFocus ?? true}
          >
            {/* A form cannot be the dialog itself, because ARIA does not allow that role for it. */}
            {onSubmit === undefined ? (
              <div className="dialog">{parts}</div>
            ) : (
              <form className="dialog" onSubmit={handleSubmit} noValidate>
                {parts}
              </form>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

type DialogContentProps = Pick<DialogFrameProps, 'title' | 'description' | 'children' | 'footer' | 'isReading'>

function DialogContent({ title, description, children, footer, isReading = false }: DialogContentProps) {
  const { t } = useTexts()
  const label = typeof title === 'string' ? title : undefined
  return (
    <>
      <header>
        <div className="heading">
          <BaseDialog.Title>{title}</BaseDialog.Title>
          {description === undefined ? null : <BaseDialog.Description>{description}</BaseDialog.Description>}
        </div>
        <BaseDialog.Close className="icon-button" aria-label={t('dialog.close')}>
          <X className="icon" />
        </BaseDialog.Close>
      </header>
      <div className="body" {...(isReading ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}>
        {children}
      </div>
      {footer === undefined ? null : <footer>{footer}</footer>}
    </>
  )
}
