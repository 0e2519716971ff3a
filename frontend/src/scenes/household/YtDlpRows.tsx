import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { YtDlpRelease } from '../../../../backend/contract/yt-dlp.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { YtDlpStore } from '../../stores/YtDlpStore.ts'
import { SettingRow } from '../settings/SettingRow.tsx'
import { type SaveState, useSaving } from '../settings/useSaving.ts'

/** Which yt-dlp fetches videos, and the choice of another version. It is saved as soon as it is chosen. */
export const YtDlpRows = observer(function YtDlpRows() {
  const { api } = useRoot()
  const { t } = useTexts()
  const [store] = useState(() => new YtDlpStore(api.http))
  useEffect(() => {
    // Without an answer there is nothing to show, and the rest of the screen works.
    void store.load()
    return store.leave
  }, [store])
  if (store.state === null) return null
  return (
    <section className="set-group">
      <h2>{t('household.ytDlp.title')}</h2>
      <p>{t('household.ytDlp.lead')}</p>
      <div className="set-rows">
        <UsedRow store={store} />
        {store.state.canChoose ? <ChoiceRow store={store} /> : null}
      </div>
    </section>
  )
})

interface RowProps {
  store: YtDlpStore
}

/** What the workers use, and one click back to what was chosen before. */
const UsedRow = observer(function UsedRow({ store }: RowProps) {
  const { t } = useTexts()
  const format = useFormat()
  const { state, save } = useSaving()
  const { inUse = [], refused = [], chosen = null, before = null, canChoose = false } = store.state ?? {}
  const version = before?.version ?? null
  const back = version === null ? t('household.ytDlp.backToInstalled') : t('household.ytDlp.back', { version })
  const words = [
    inUse.length === 0 ? t('household.ytDlp.unused') : t('household.ytDlp.used', { versions: format.list(inUse) }),
    chosen === null ? t('household.ytDlp.installed') : t('household.ytDlp.chosen', { version: chosen }),
    ...refused.map((one) => t('household.ytDlp.refused', { version: one })),
  ]
  return (
    <SettingRow isTall title={t('household.ytDlp.version')} description={words.join(' ')} state={explained(state)}>
      {(control) =>
        canChoose && before !== null ? (
          <button
            {...control}
            type="button"
            className="button small"
            aria-label={back}
            aria-busy={state === 'saving'}
            disabled={state === 'saving'}
            onClick={() => void save(() => store.choose(version))}
          >
            <span className="label">{back}</span>
          </button>
        ) : null
      }
    </SettingRow>
  )
})

/** The versions that the index lists, once it was asked. */
const ChoiceRow = observer(function ChoiceRow({ store }: RowProps) {
  const { t } = useTexts()
  const { state, save } = useSaving()
  const isSaving = state === 'saving'
  return (
    <SettingRow
      isTall
      title={t('household.ytDlp.other')}
      description={t('household.ytDlp.otherLead')}
      state={explained(state)}
    >
      {(control) =>
        store.releases === null ? (
          <button
            {...control}
            type="button"
            className="button small"
            aria-label={t('household.ytDlp.look')}
            aria-busy={isSaving}
            disabled={isSaving}
            onClick={() => void save(store.look)}
          >
            <span className="label">{t('household.ytDlp.look')}</span>
          </button>
        ) : (
          <select
            {...control}
            className="input"
            value={store.state?.chosen ?? ''}
            disabled={isSaving}
            onChange={({ target }) => void save(() => store.choose(target.value === '' ? null : target.value))}
          >
            <Versions store={store} />
          </select>
        )
      }
    </SettingRow>
  )
})

const Versions = observer(function Versions({ store }: RowProps) {
  const { t } = useTexts()
  const { date } = useFormat()
  const words = ({ version, released, isPreview }: YtDlpRelease) => [
    version,
    ...(released === null ? [] : [date(released)]),
    ...(isPreview ? [t('household.ytDlp.preview')] : []),
  ]
  return (
    <>
      <option value="">{t('household.ytDlp.asInstalled')}</option>
      {versionsOf(store).map((release) => (
        <option key={release.version} value={release.version}>
          {words(release).join(' · ')}
        </option>
      ))}
    </>
  )
})

/** With the one that is chosen, if the index lists it no more. */
function versionsOf({ releases, state }: YtDlpStore): readonly YtDlpRelease[] {
  const listed = releases ?? []
  const chosen = state?.chosen ?? null
  return chosen === null || listed.some(({ version }) => version === chosen)
    ? listed
    : [{ version: chosen, released: null, isPreview: false }, ...listed]
}

/** What the server's refusals mean here. */
function explained(state: SaveState): SaveState {
  const key = typeof state === 'object' ? state.key : null
  if (key === 'error.unavailable') return { key: 'household.ytDlp.noIndex' }
  if (key === 'error.conflict') return { key: 'household.ytDlp.wrongHash' }
  if (key === 'error.notFound') return { key: 'household.ytDlp.notListed' }
  return state
}
