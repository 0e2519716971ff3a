import type { UploadJob } from '../../stores/uploads/UploadJob.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

const TROUBLES = [
  'network',
  'otherFile',
  'unreadable',
  'notSignedIn',
  'forbidden',
  'noRoom',
  'tooLarge',
  'isFolder',
  'isFile',
  'badRequest',
  'locked',
  'tooManyUploads',
  'unavailable',
  'preconditionFailed',
] as const

/** Describes a job's state in words. Call it inside an observer. */
export function useJobWords(): (job: UploadJob) => string {
  const { settings } = useRoot()
  const { t } = useTexts()
  const { size, sizeOf } = useFormat()
  return (job) => {
    const { state, percent } = job
    if (job.trouble !== null) {
      const trouble = TROUBLES.find((known) => known === job.trouble) ?? 'other'
      return t(`upload.trouble.${trouble}`, { percent, detail: job.detail })
    }
    if (state === 'lost') return job.sent > 0 ? t('upload.lost', { percent }) : t('upload.lostUnbegun')
    if (state === 'waiting') return t('upload.state.waiting')
    if (state === 'paused') return t('upload.state.paused', { percent })
    if (state === 'asking') return t('upload.state.asking')
    if (state === 'done')
      return job.override && settings.RetentionDays > 0 ? t('upload.state.replaced') : size(job.size)
    if (job.size > 0 && job.sent >= job.size) return t('upload.state.checking')
    return t('upload.share', { percent, ...sizeOf(job.sent, job.size) })
  }
}
