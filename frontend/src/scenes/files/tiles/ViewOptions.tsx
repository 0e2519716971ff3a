// All options of a folder's view, beside their button, or as a sheet on a phone.
import { Popover } from '@base-ui/react/popover'
import { observer } from 'mobx-react-lite'
import { type ReactNode, type RefObject, useId } from 'react'
import { FOLDER_GROUPS, SORT_KEYS, VIEW_MODES } from '../../../../../backend/contract/user-choices.ts'
import { savePreference } from '../../../actions/savePreference.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { isAscending } from '../../../lib/sort-items.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { TileSlider } from './TileSlider.tsx'

const DIRECTIONS = ['ascending', 'descending'] as const

export interface ViewOptionsProps {
  anchor: RefObject<HTMLElement | null>
  onClose(): void
}

export const ViewOptions = observer(function ViewOptions({ anchor, onClose }: ViewOptionsProps) {
  const { t } = useTexts()
  return (
    <Popover.Root
      open
      onOpenChange={(isOpen, { event }) => {
        // The button closes the panel itself.
        const isOwn = event.target instanceof Node && anchor.current?.contains(event.target) === true
        if (!isOpen && !isOwn) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Backdrop className="menu-veil" />
        <Popover.Positioner className="menu-place" anchor={anchor} sideOffset={6} align="end">
          <Popover.Popup className="menu view-options" finalFocus={anchor} aria-label={t('listing.viewOptions')}>
            <LookChoices />
            <OrderChoices />
            <Switches />
            <UsualButton onDone={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
})

function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="choice">
      <div className="menu-title">{title}</div>
      {children}
    </div>
  )
}

/** The values with their labels. */
const choose = <Value extends string>(values: readonly Value[], words: (value: Value) => string) =>
  values.map((value) => ({ value, label: words(value) }))

const LookChoices = observer(function LookChoices() {
  const { views } = useRoot()
  const { t } = useTexts()
  const { mode } = views
  return (
    <>
      <Choice title={t('view.view')}>
        <Segmented
          label={t('view.view')}
          value={mode}
          choices={choose(VIEW_MODES, (value) => t(`listing.views.${value}`))}
          onChoose={(value) => views.change({ mode: value })}
        />
      </Choice>
      {mode === 'list' ? null : (
        <Choice title={t('view.size')}>
          <TileSlider />
        </Choice>
      )}
    </>
  )
})

const OrderChoices = observer(function OrderChoices() {
  const { views, listing } = useRoot()
  const { t } = useTexts()
  const { group, sorting } = views
  return (
    <>
      <Choice title={t('listing.sortBy')}>
        <Segmented
          label={t('listing.sortBy')}
          value={sorting.by}
          choices={choose(SORT_KEYS, (value) => t(`view.sort.${value}`))}
          onChoose={(by) => (by === sorting.by ? undefined : listing.sortBy(by))}
        />
        <Segmented
          label={t('view.direction')}
          value={isAscending(sorting) ? 'ascending' : 'descending'}
          choices={choose(DIRECTIONS, (value) => t(`listing.${value}`))}
          // By name `asc: false` runs from A to Z (api-contract 3.1).
          onChoose={(value) => listing.sortBy(sorting.by, (value === 'ascending') !== (sorting.by === 'name'))}
        />
      </Choice>
      <Choice title={t('view.group')}>
        <Segmented
          label={t('view.group')}
          value={group}
          choices={choose(FOLDER_GROUPS, (value) => t(`view.groups.${value}`))}
          onChoose={(value) => views.change({ group: value })}
        />
      </Choice>
    </>
  )
})

const Switches = observer(function Switches() {
  const { views } = useRoot()
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="switch-line">
      <label htmlFor={id}>{t('view.foldersFirst')}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={views.foldersFirst}
        className="switch"
        checked={views.foldersFirst}
        onChange={({ target }) => views.change({ foldersFirst: target.checked })}
      />
    </div>
  )
})

/** Makes this view the usual one for folders without their own. */
const UsualButton = observer(function UsualButton({ onDone }: { onDone(): void }) {
  const root = useRoot()
  const { t } = useTexts()
  const { user } = root.session
  if (user === null) return null
  const save = async () => {
    const { mode, sorting } = root.views.current
    onDone()
    try {
      await savePreference(root, user, { viewMode: mode, sorting })
      root.toasts.success({ key: 'view.usualDone' })
    } catch (error) {
      root.toasts.error(error)
    }
  }
  return (
    <button type="button" className="button plain" onClick={() => void save()}>
      <span className="label">{t('view.usual')}</span>
    </button>
  )
})
