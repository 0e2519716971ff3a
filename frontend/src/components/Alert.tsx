import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { RootClass } from './RootClass.ts'

export interface AlertProps {
  title: ReactNode
  /** A sentence under the title. */
  description?: ReactNode
  /** The answers. */
  children: ReactNode
  /** Without it the alert stays until its parent takes it away. */
  onClose?(): void
}

/** The frame of a message that has to be read or answered. */
export function Alert({ title, description, children, onClose }: AlertProps) {
  const state = onClose
    ? { defaultOpen: true, onOpenChange: (isOpen: boolean) => void (isOpen || onClose()) }
    : { open: true }
  return (
    <AlertDialog.Root {...state}>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className="scrim">
          <RootClass name="has-scrim" />
          <AlertDialog.Popup className="dialog-frame">
            <div className="dialog">
              <header>
                <div className="heading">
                  <AlertDialog.Title>{title}</AlertDialog.Title>
                  {description !== undefined && <AlertDialog.Description>{description}</AlertDialog.Description>}
                </div>
              </header>
              <footer>{children}</footer>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
