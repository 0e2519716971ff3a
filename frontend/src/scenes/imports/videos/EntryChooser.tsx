import { observer } from 'mobx-react-lite'
import type { FoundVideo } from '../../../../../backend/contract/imports.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { playingTime } from '../../../lib/clock.ts'
import type { VideoLook } from '../../../stores/imports/VideoLook.ts'

export interface EntryChooserProps {
  look: VideoLook
  found: Pick<FoundVideo, 'entries' | 'listed'>
}

/** The entries of a playlist, with check boxes. */
export const EntryChooser = observer(function EntryChooser({ look, found: { entries, listed } }: EntryChooserProps) {
  const { t } = useTexts()
  const keys = entries.map(({ key }) => key)
  return (
    <div className="entry-chooser">
      <div className="line">
        <button type="button" className="button link" onClick={() => look.choose(keys, true)}>
          {t('imports.look.all')}
        </button>
        <button type="button" className="button link" onClick={() => look.choose(keys, false)}>
          {t('imports.look.none')}
        </button>
        <span className="push small muted num">
          {t('imports.look.chosen', { done: look.chosen.size, count: entries.length })}
        </span>
      </div>
      <ul aria-label={t('imports.look.list')}>
        {entries.map(({ key, title, duration }, index) => (
          <li key={key}>
            <label className="line">
              <input
                type="checkbox"
                className="check"
                checked={look.chosen.has(key)}
                onChange={({ target }) => look.choose([key], target.checked)}
              />
              <span className="cut" dir="auto" title={title}>
                {title === '' ? t('imports.look.untitled', { number: index + 1 }) : title}
              </span>
              {duration === null ? null : <span className="push small faint num">{playingTime(duration)}</span>}
            </label>
          </li>
        ))}
      </ul>
      {listed > entries.length ? (
        <p className="small muted">{t('imports.look.more', { count: entries.length })}</p>
      ) : null}
    </div>
  )
})
