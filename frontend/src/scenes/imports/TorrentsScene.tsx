// The screen on which a person imports torrents. Its specified texts are Spanish in every language.
import { ExternalLink, Magnet } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { ImportKind } from '../../../../backend/contract/import-kinds.ts'
import { Empty } from '../../components/Empty.tsx'
import { Fixed } from '../../components/Fixed.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { FIXED_TEXTS } from '../../lib/fixed-texts.ts'
import { ImportForm } from '../../stores/imports/ImportForm.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { DropHint } from './DropHint.tsx'
import { Follows } from './Follows.tsx'
import { HistoryFold } from './HistoryFold.tsx'
import { ImportCards } from './ImportCards.tsx'
import { Lacks } from './Lacks.tsx'
import { Note } from './Note.tsx'
import { Refusal } from './Refusal.tsx'
import { TorrentFields } from './TorrentFields.tsx'
import { useInbox } from './useInbox.ts'
import { useKeptFocus } from './useKeptFocus.ts'

const KINDS: readonly ImportKind[] = ['torrent']

export const TorrentsScene = observer(function TorrentsScene() {
  const { session } = useRoot()
  useScreen({ title: FIXED_TEXTS.torrentsTitle })
  return (
    <main className="panel" id="main">
      <div className="panel-head">
        <h1>
          <Fixed text="heading" />
        </h1>
        <Sites />
      </div>
      <div className="panel-body">{session.can('importTorrents') ? <Torrents /> : <Refusal text="noTorrents" />}</div>
    </main>
  )
})

const Torrents = observer(function Torrents() {
  const root = useRoot()
  const imports = importsOf(root)
  const { t } = useTexts()
  const [form] = useState(() => new ImportForm('torrents', imports, root.storage))
  const column = useKeptFocus<HTMLDivElement>()
  const isOver = useInbox((brought) => void form.take(brought))
  useEffect(() => imports.show(), [imports])
  return (
    <div ref={column} className="column imports">
      <Lacks kinds={KINDS} />
      <TorrentFields form={form} />
      <Note form={form} />
      <ImportCards
        kinds={KINDS}
        form={form}
        heading={<Fixed text="list" />}
        empty={<Empty art="nest" title={t('imports.noTorrents')} lead={t('imports.noTorrentsLead')} />}
      />
      <Follows />
      <HistoryFold kinds={KINDS} form={form} />
      {isOver ? <DropHint icon={Magnet} /> : null}
    </div>
  )
})

/** Where free torrents are found. */
const SITES = [
  { name: 'Linux Tracker', address: 'https://linuxtracker.org/' },
  { name: 'Internet Archive', address: 'https://archive.org/' },
] as const

const Sites = observer(function Sites() {
  const { settings } = useRoot()
  if (settings.DisableExternal) return null
  return (
    <div className="line push tools sites">
      {SITES.map(({ name, address }) => (
        <a key={name} className="button plain" href={address} target="_blank" rel="noreferrer" title={name}>
          <ExternalLink className="icon flip" aria-hidden="true" />
          <span className="label">{name}</span>
        </a>
      ))}
    </div>
  )
})
