// A file above its folder. The listing stays mounted below, so closing returns to the same rows.
import { Download, EllipsisVertical, Info, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useSearchParams } from 'react-router-dom'
import { offered, perform } from '../../actions/action.ts'
import { download } from '../../actions/download.ts'
import { edit } from '../../actions/edit.ts'
import { info } from '../../actions/info.ts'
import { remove } from '../../actions/remove.ts'
import { showHelp } from '../../actions/showHelp.ts'
import { STAGE_KEYS } from '../../actions/stage-keys.ts'
import { share } from '../../actions/share.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { previewOf } from '../../stores/PreviewStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { InfoPanel } from '../info/InfoPanel.tsx'
import { GoneStage } from './GoneStage.tsx'
import { FileViewer } from './FileViewer.tsx'
import { Stage } from './Stage.tsx'
import { useIsPhone } from '../../lib/useMedia.ts'
import { focusableRow } from '../../lib/focus-row.ts'
import { useCover } from './useCover.ts'
import { usePreviewMoves } from './usePreviewMoves.ts'
import { useReplacedNotice } from './useReplacedNotice.ts'
import { viewerOf } from './viewers.tsx'

export const PreviewScene = observer(function PreviewScene() {
  const root = useRoot()
  const facts = useFacts()
  const hasInfo = useSearchParams()[0].has('info')
  const { item, next, previous, files } = previewOf(root)
  const { close, closeLabel, show } = usePreviewMoves()
  const handleRemove = async () => {
    const after = next ?? previous
    await perform(root, remove)
    if (after) show(after)
    else close()
  }
  useCover()
  useReplacedNotice()
  if (!item) return previewOf(root).isGone ? <GoneStage onClose={close} findReturn={focusableRow} /> : null
  const turning = { previous, next, files, show }
  const keys = [
    { shortcuts: download.shortcuts, act: () => void perform(root, download) },
    { shortcuts: STAGE_KEYS.info.shortcuts, act: () => void perform(root, info) },
    { shortcuts: remove.shortcuts, act: () => void handleRemove() },
    { shortcuts: showHelp.shortcuts, act: () => void perform(root, showHelp) },
  ]
  return (
    <Stage
      name={item.name}
      item={item}
      facts={facts}
      turning={turning}
      seeks={viewerOf(item) === 'media'}
      keys={keys}
      closeLabel={closeLabel}
      onClose={close}
      findReturn={focusableRow}
      tools={<Tools hasInfo={hasInfo} onRemove={() => void handleRemove()} />}
      aside={hasInfo ? <InfoPanel /> : null}
    >
      {(tell) => <FileViewer key={item.path} item={item} turning={turning} {...tell} />}
    </Stage>
  )
})

/** The file's number among all files, and its size; '' while there is no file. */
function useFacts(): string {
  const { item, files, position } = previewOf(useRoot())
  const { t } = useTexts()
  const { size } = useFormat()
  if (!item) return ''
  const facts = [
    t('preview.position', { at: position + 1, count: files.length }),
    size(item.size),
    ...(item.moreSubtitles ? [t('preview.moreSubtitles', { listed: item.subtitles?.length ?? 0 })] : []),
  ]
  return facts.join(' · ')
}

interface ToolsProps {
  hasInfo: boolean
  onRemove(): void
}

/** The commands for the file. Beside five buttons a phone has no room for its name, so two of them are in a menu. */
const Tools = observer(function Tools({ hasInfo, onRemove }: ToolsProps) {
  const root = useRoot()
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const isEditable = edit.isAllowed(root) && edit.isEnabled(root)
  const isTight = isPhone && isEditable
  return (
    <>
      {isEditable ? (
        <IconButton icon={edit.icon} label={t(edit.label)} onClick={() => void perform(root, edit)} />
      ) : null}
      {!isTight && share.isAllowed(root) && share.isEnabled(root) ? (
        <IconButton icon={share.icon} label={t(share.label)} onClick={() => void perform(root, share)} />
      ) : null}
      {download.isAllowed(root) ? (
        <IconButton icon={Download} label={t('action.download')} onClick={() => void perform(root, download)} />
      ) : null}
      <IconButton
        icon={Info}
        label={`${t('preview.info.action')} (I)`}
        aria-pressed={hasInfo}
        onClick={() => void perform(root, info)}
      />
      {!isTight && remove.isAllowed(root) ? (
        <IconButton icon={Trash2} label={t('action.delete')} onClick={onRemove} />
      ) : null}
      {isTight ? <OtherTools onRemove={onRemove} /> : null}
    </>
  )
})

/** Sharing and deleting, in a menu. */
const OtherTools = observer(function OtherTools({ onRemove }: Pick<ToolsProps, 'onRemove'>) {
  const root = useRoot()
  const { t } = useTexts()
  const entries = offered(root, [share, remove]).map((action) => ({
    id: action.id,
    icon: action.icon,
    label: t(action.label),
    isDangerous: action === remove,
    run: action === remove ? onRemove : () => void perform(root, action),
  }))
  if (entries.length === 0) return null
  return (
    <Menu groups={[entries]} align="end" trigger={<IconButton icon={EllipsisVertical} label={t('action.more')} />} />
  )
})
