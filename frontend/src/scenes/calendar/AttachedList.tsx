import { Paperclip, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf } from '../../lib/paths.ts'

export interface AttachedListProps {
  files: readonly string[]
  onRemove?(path: string): void
}

/** The files and folders at an event. They open with the rights of whoever opens them. */
export function AttachedList({ files, onRemove }: AttachedListProps) {
  const { t } = useTexts()
  if (files.length === 0) return null
  return (
    <ul className="cal-files" aria-label={t('calendar.field.files')}>
      {files.map((path) => (
        <li key={path} className="line">
          <Paperclip className="icon" aria-hidden="true" />
          {/* Without a slash the files find out by themselves what it is. */}
          <Link to={filesUrl(path, false)} className="cut" dir="auto">
            {nameOf(path)}
          </Link>
          {onRemove === undefined ? null : (
            <IconButton
              isSmall
              icon={X}
              className="push"
              label={t('calendar.removeFile', { name: nameOf(path) })}
              onClick={() => onRemove(path)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
