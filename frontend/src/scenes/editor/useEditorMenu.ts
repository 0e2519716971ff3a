import { Download, Redo2, Undo2, WrapText, X } from 'lucide-react'
import type { RefObject } from 'react'
import { share } from '../../actions/share.ts'
import { saveUrl } from '../../lib/save-url.ts'
import type { MenuEntry, MenuGroups } from '../../components/Menu.tsx'
import { useKeyWords } from '../../i18n/useKeyWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CodeView } from '../../lib/code/CodeView.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { editorOf } from '../../stores/EditorStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * The commands without a button of their own. `onDiscard` is there on a phone, which has room for few buttons. Call it
 * inside an observer.
 */
export function useEditorMenu(view: RefObject<CodeView | null>, onDiscard: (() => void) | null): MenuGroups {
  const root = useRoot()
  const editor = editorOf(root)
  const { t } = useTexts()
  const { isDirty, path, sheet } = editor
  const wrap = () => sheet.setWrapped(!sheet.isWrapped)
  const download = () => saveUrl(root.api.resources.rawUrl(path))
  return [
    useSteps(view),
    useShare(onDiscard !== null),
    [
      { id: 'wrap', label: t('editor.wrap'), icon: WrapText, isChecked: sheet.isWrapped, run: wrap },
      { id: 'download', label: t('action.download'), icon: Download, run: download },
    ],
    onDiscard && isDirty
      ? [{ id: 'discard', label: t('editor.discard'), icon: X, isDangerous: true, run: onDiscard }]
      : [],
  ]
}

/** Undo and redo. */
function useSteps(view: RefObject<CodeView | null>): MenuEntry[] {
  const { t } = useTexts()
  const keys = useKeyWords()
  const [undo, redo] = [keys({ key: 'z', mod: true }), keys({ key: 'y', mod: true })]
  return [
    { id: 'undo', label: t('editor.undo'), icon: Undo2, keys: undo, run: () => view.current?.undo() },
    { id: 'redo', label: t('editor.redo'), icon: Redo2, keys: redo, run: () => view.current?.redo() },
  ]
}

/** Sharing the file, if there is no button for it. */
function useShare(isWanted: boolean): MenuEntry[] {
  const root = useRoot()
  const { t } = useTexts()
  const { item } = previewOf(root)
  if (!isWanted || item === null || !share.isAllowed(root)) return []
  return [{ id: 'share', label: t(share.label), icon: share.icon, run: () => void root.ui.ask('share', { item }) }]
}
