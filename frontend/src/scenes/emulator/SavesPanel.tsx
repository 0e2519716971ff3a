import { Camera, FolderOpen, HandHelping, Hand } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl } from '../../lib/paths.ts'
import type { GameSession } from '../../stores/arcade/GameSession.ts'
import type { Slot } from '../../stores/arcade/GameSlots.ts'
import { useRoot } from '../../stores/useRoot.ts'

interface SavesPanelProps {
  game: GameSession
}

/** The states of a game, each with its picture, and what can be done with its saves. */
export const SavesPanel = observer(function SavesPanel({ game, onClose }: SavesPanelProps & { onClose(): void }) {
  const { t } = useTexts()
  const { value: slots, error } = game.slots.content
  return (
    <Dialog
      title={t('arcade.saves.title')}
      description={t('arcade.saves.lead')}
      width={720}
      onClose={onClose}
      footer={<SaveCommands game={game} />}
    >
      {error === null ? null : <p className="hint bad">{t('arcade.saves.notListed')}</p>}
      <ul className="game-slots" aria-busy={slots === null && error === null}>
        {slots?.map((slot) => (
          <SlotCard key={slot.slot} slot={slot} game={game} />
        ))}
      </ul>
    </Dialog>
  )
})

const SlotCard = observer(function SlotCard({ slot: { slot, at, picture }, game }: SavesPanelProps & { slot: Slot }) {
  const { t } = useTexts()
  const format = useFormat()
  const when = at === null ? t('arcade.saves.empty') : format.date(at)
  return (
    <li>
      <span className="picture">{picture === null ? null : <img src={picture} alt="" />}</span>
      <p className="small">
        {t('arcade.saves.slot', { slot })} <span className="faint">{when}</span>
      </p>
      <div className="line">
        <button
          type="button"
          className="button"
          aria-label={t('arcade.saves.loadSlot', { slot })}
          disabled={at === null}
          onClick={() => void game.attempt(() => game.loadState(slot))}
        >
          {t('arcade.saves.load')}
        </button>
        <button
          type="button"
          className="button plain"
          aria-label={t('arcade.saves.saveSlot', { slot })}
          disabled={!game.isPlaying}
          onClick={() => void game.attempt(() => game.saveState(slot))}
        >
          {t('arcade.saves.save')}
        </button>
      </div>
    </li>
  )
})

const SaveCommands = observer(function SaveCommands({ game }: SavesPanelProps) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const run = (work: () => Promise<void>) => () => void game.attempt(work)
  return (
    <div className="line wrap">
      <button type="button" className="button" disabled={!game.isPlaying} onClick={run(() => game.takeScreenshot())}>
        <Camera className="icon" aria-hidden="true" />
        {t('arcade.saves.screenshot')}
      </button>
      <a className="button" href={`${settings.BaseURL}${filesUrl(game.paths.folder, true)}`} target="_blank">
        <FolderOpen className="icon" aria-hidden="true" />
        {t('arcade.saves.folder')}
      </a>
      {game.paths.shared === null ? null : (
        <>
          <button type="button" className="button" onClick={run(() => game.handOver())}>
            <HandHelping className="icon" aria-hidden="true" />
            {t('arcade.saves.handOver')}
          </button>
          <button type="button" className="button" disabled={!game.isPlaying} onClick={run(() => game.take())}>
            <Hand className="icon" aria-hidden="true" />
            {t('arcade.saves.take')}
          </button>
        </>
      )}
    </div>
  )
})
