import { Clapperboard, FileText, Folder, Globe, Image, type LucideIcon, Music } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Chip } from '../../components/Chip.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { kindsOf, toggleKind } from '../../lib/query.ts'
import { DateChip, SizeChip } from './FilterChips.tsx'
import { FoundCount } from './FoundCount.tsx'
import { useSearchMoves } from './useSearchMoves.ts'
import { useSearch } from './useSearch.ts'

const KINDS: readonly { kind: string; label: TranslationKey; icon: LucideIcon }[] = [
  { kind: 'image', label: 'search.kind.image', icon: Image },
  { kind: 'audio', label: 'search.kind.audio', icon: Music },
  { kind: 'video', label: 'search.kind.video', icon: Clapperboard },
  { kind: 'pdf', label: 'search.kind.pdf', icon: FileText },
]

/** The number of hits, and chips for the folder, kind, size and date to search for. */
export const SearchHead = observer(function SearchHead() {
  const search = useSearch()
  const { t } = useTexts()
  const { ask } = useSearchMoves()
  const { folder, isEverywhere } = search.place
  const kinds = kindsOf(search.text)
  const press = (kind: string) => {
    search.setText(toggleKind(search.text, kind))
    ask()
  }
  return (
    <div className="panel-head search-head">
      <div className="where">
        <h1>{t('action.search')}</h1>
        <FoundCount />
      </div>
      <div className="chips" role="group" aria-label={t('search.narrow')}>
        {folder === '/' ? null : (
          <>
            <Chip
              icon={Folder}
              label={t('search.here', { folder: nameOf(folder) })}
              isPressed={!isEverywhere}
              onPress={() => ask(false)}
            />
            <Chip icon={Globe} label={t('search.everywhere')} isPressed={isEverywhere} onPress={() => ask(true)} />
            <span className="sep" />
          </>
        )}
        {KINDS.map(({ kind, label, icon }) => (
          <Chip key={kind} icon={icon} label={t(label)} isPressed={kinds.has(kind)} onPress={() => press(kind)} />
        ))}
        <SizeChip />
        <DateChip />
      </div>
    </div>
  )
})
