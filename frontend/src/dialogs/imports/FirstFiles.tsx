import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ImportFile } from '../../../../backend/contract/imports.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { moved } from '../../lib/first-files.ts'
import { nameOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Rows that are shown; a folder may have put in hundreds. */
const SHOWN = 50

export interface FirstFilesProps {
  files: readonly ImportFile[]
  /** The numbers of the files that come first, in their order. */
  first: readonly number[]
  onChange(first: readonly number[]): void
}

/** The files of a torrent that come before the others. */
export function FirstFiles({ files, first, onChange }: FirstFilesProps) {
  const { t } = useTexts()
  const { list, move } = useMoves({ files, first, onChange })
  if (first.length === 0) return null
  const handleKeyDown = (event: KeyboardEvent, number: number) => {
    const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    move(number, step)
  }
  return (
    <section className="first-files">
      <h3 className="small">{t('imports.filesDialog.firstTitle')}</h3>
      <ol ref={list} aria-describedby="first-files-hint">
        {first.slice(0, SHOWN).map((number, index) => (
          <FirstRow
            key={number}
            number={number}
            path={files[number]?.path ?? ''}
            isTop={index === 0}
            isBottom={index === first.length - 1}
            onMove={(step) => move(number, step)}
            onRemove={() => onChange(first.filter((other) => other !== number))}
            onKeyDown={(event) => handleKeyDown(event, number)}
          />
        ))}
      </ol>
      {first.length > SHOWN ? (
        <p className="small faint">{t('imports.filesDialog.firstMore', { count: first.length - SHOWN })}</p>
      ) : null}
      <p className="small faint" id="first-files-hint">
        {t('imports.filesDialog.firstHint')}
      </p>
    </section>
  )
}

/** Moves files, keeps the focus on the one that moves, and says where it is. */
function useMoves({ files, first, onChange }: FirstFilesProps) {
  const { ui } = useRoot()
  const { t } = useTexts()
  const list = useRef<HTMLOListElement>(null)
  const [last, setLast] = useState<{ number: number; step: 1 | -1 } | null>(null)
  useEffect(() => {
    if (last === null) return
    const buttons = [-last.step, last.step].map((step) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${last.number} ${step}"]`),
    )
    // At an end of the list there is no further step.
    buttons.findLast((button) => button?.disabled === false)?.focus()
  }, [last])
  const move = (number: number, step: 1 | -1) => {
    const now = moved(first, number, step)
    onChange(now)
    setLast({ number, step })
    const name = nameOf(files[number]?.path ?? '')
    ui.announce(t('imports.filesDialog.moved', { name, place: now.indexOf(number) + 1 }))
  }
  return { list, move }
}

interface FirstRowProps {
  number: number
  path: string
  isTop: boolean
  isBottom: boolean
  onMove(step: 1 | -1): void
  onRemove(): void
  onKeyDown(event: KeyboardEvent): void
}

function FirstRow({ number, path, isTop, isBottom, onMove, onRemove, onKeyDown }: FirstRowProps) {
  const { t } = useTexts()
  const name = nameOf(path)
  return (
    <li>
      <span className="cut" dir="auto" title={path}>
        {name}
      </span>
      <IconButton
        icon={ArrowUp}
        label={t('imports.filesDialog.up', { name })}
        data-move={`${number} -1`}
        disabled={isTop}
        onKeyDown={onKeyDown}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('imports.filesDialog.down', { name })}
        data-move={`${number} 1`}
        disabled={isBottom}
        onKeyDown={onKeyDown}
        onClick={() => onMove(1)}
      />
      <IconButton
        icon={X}
        label={t('imports.filesDialog.notFirst', { name })}
        onKeyDown={onKeyDown}
        onClick={onRemove}
      />
    </li>
  )
}
