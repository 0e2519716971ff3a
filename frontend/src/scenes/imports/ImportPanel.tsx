import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { TargetChoice } from './TargetChoice.tsx'

interface ImportPanelProps {
  form: ImportForm
  icon: LucideIcon
  /** For screen readers. */
  label: string
  title: string
  /** The folder that imports go to if none is chosen. */
  usual: 'torrents' | 'videos'
  children: ReactNode
}

/** The large field at the top of an import screen: what may be dropped there, where it goes, and its own fields. */
export const ImportPanel = ({ form, icon: Icon, label, title, usual, children }: ImportPanelProps) => (
  <section className="dropzone" aria-label={label}>
    <span className="big-icon">
      <Icon className="icon xl" aria-hidden="true" />
    </span>
    <div>
      <h2>{title}</h2>
      <TargetChoice form={form} usual={usual} />
    </div>
    {children}
  </section>
)
