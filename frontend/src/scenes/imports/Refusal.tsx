import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Alert } from '../../components/Alert.tsx'
import { Fixed } from '../../components/Fixed.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { FixedText } from '../../lib/fixed-texts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Tells people that they may not import. Then the page goes to their files. */
export function Refusal({ text }: { text: Extract<FixedText, 'noTorrents' | 'noVideos'> }) {
  const { navigate } = useRoot()
  const { t } = useTexts()
  return (
    <Alert title={<Fixed text={text} />} onClose={() => navigate('/files/', { replace: true })}>
      <AlertDialog.Close className="button primary">{t('imports.toFiles')}</AlertDialog.Close>
    </Alert>
  )
}
