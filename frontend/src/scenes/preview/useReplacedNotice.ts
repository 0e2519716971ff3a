import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'
import { previewOf } from '../../stores/PreviewStore.ts'

/** Says so when the open file gets new content. */
export function useReplacedNotice(): void {
  const preview = previewOf(useRoot())
  useEffect(
    () =>
      reaction(
        () => preview.item,
        (now, before) => {
          const isSame = now?.path === before?.path
          if (now && before && isSame && (now.modified !== before.modified || now.size !== before.size))
            preview.noteReplaced(now)
        },
      ),
    [preview],
  )
}
