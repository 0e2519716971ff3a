import { Autocomplete } from '@base-ui/react/autocomplete'
import { Marked } from '../../components/Marked.tsx'
import { useKeyWords } from '../../i18n/useKeyWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { spansOf, termsOf } from '../../lib/query.ts'
import { ItemThumb } from '../../scenes/files/ItemThumb.tsx'
import type { Entry } from './entries.ts'
import type { EntryGroup } from './useGroups.ts'

export interface PaletteListProps {
  query: string
  onChoose(entry: Entry): void
}

/** The matching entries in groups, below the field. */
export function PaletteList({ query, onChoose }: PaletteListProps) {
  const { t } = useTexts()
  return (
    <>
      <Autocomplete.Empty className="none small muted">{t('palette.nothing')}</Autocomplete.Empty>
      <Autocomplete.List className="list">
        {(group: EntryGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="group-label">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: Entry) => <Line key={entry.id} entry={entry} query={query} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </>
  )
}

function Line({ entry, query, onChoose }: PaletteListProps & { entry: Entry }) {
  const keyWords = useKeyWords()
  const { label, detail, icon: Icon, item, keys } = entry
  return (
    <Autocomplete.Item value={entry} className="hit" onClick={() => onChoose(entry)}>
      {item === undefined ? <Icon className="icon" aria-hidden="true" /> : <ItemThumb item={item} />}
      <div className="texts">
        <div className="cut" dir="auto">
          <Marked text={label} spans={spansOf(label, termsOf(query))} />
        </div>
        {detail === undefined ? null : (
          <div className="where cut">
            <bdi>{detail}</bdi>
          </div>
        )}
      </div>
      {keys === undefined ? null : <kbd className="push">{keyWords(keys)}</kbd>}
    </Autocomplete.Item>
  )
}
