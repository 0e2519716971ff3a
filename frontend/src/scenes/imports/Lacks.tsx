import { TriangleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ImportKind } from '../../../../backend/contract/import-kinds.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** What the server lacks for importing these kinds: a worker, or a program that only videos need. */
export const Lacks = observer(function Lacks({ kinds }: { kinds: readonly ImportKind[] }) {
  const { known } = importsOf(useRoot())
  const { t } = useTexts()
  const words = [
    ...(known.worker ? [] : [t('imports.noWorker')]),
    ...(kinds.includes('video') ? known.missing : []).map((program) =>
      t(program === 'yt-dlp' ? 'imports.noYtDlp' : 'imports.noFfmpeg'),
    ),
  ]
  return words.map((text) => (
    <p key={text} className="notice" role="status">
      <TriangleAlert className="icon" aria-hidden="true" />
      {text}
    </p>
  ))
})
