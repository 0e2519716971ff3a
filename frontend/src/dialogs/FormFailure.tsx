import type { Message } from '../i18n/message.ts'
import { useTexts } from '../i18n/useTexts.ts'

/** Why a dialog's action has failed; nothing if it has not. */
export function FormFailure({ failure }: { failure: Message | null }) {
  const { tell } = useTexts()
  if (failure === null) return null
  return (
    <p className="notice bad" role="alert">
      {tell(failure)}
    </p>
  )
}
