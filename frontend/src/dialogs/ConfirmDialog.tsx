// A confirmation, used only for dangerous actions. The focus starts on the safe button.
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  description: ReactNode
  verb: string
  onConfirm(): void
  onClose(): void
}

export function ConfirmDialog({ title, description, verb, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTexts()
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={title}
      description={description}
      initialFocus={safe}
      onClose={onClose}
      footer={
        <>
          <button ref={safe} type="button" className="button plain" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="button" className="button danger" onClick={onConfirm}>
            {verb}
          </button>
        </>
      }
    />
  )
}
