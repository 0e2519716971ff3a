import type { ShareLink } from '../../../../backend/contract/shares.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { endOfLink } from '../../lib/links.ts'

/** Descriptions of a link, in words. */
export function useLinkWords() {
  const { t } = useTexts()
  const format = useFormat()
  return {
    /** `in 6 days`, or that it does not expire. */
    expiry: ({ expire }: Pick<ShareLink, 'expire'>): string => {
      const end = endOfLink(expire)
      if (end === null) return t('share.permanent')
      return new Date(end) <= new Date() ? t('share.over', { when: format.date(end) }) : format.until(end)
    },
    /** The message that a person sends with the link; `name`: what the link leads to. */
    message: (
      { expire, hasPassword }: Pick<ShareLink, 'expire' | 'hasPassword'>,
      { name, url }: { name: string; url: string },
    ): string => {
      const end = endOfLink(expire)
      return [
        t('share.message', { name, url }),
        ...(end === null ? [] : [t('share.messageUntil', { date: format.date(end) })]),
        ...(hasPassword ? [t('share.messagePassword')] : []),
      ].join('\n')
    },
    /** How often it was opened and downloaded, and when it was last used. */
    use: ({ opened, downloads, limit, lastUsed }: ShareLink): string => {
      if (lastUsed === null && opened === 0 && downloads === 0)
        return limit > 0
          ? `${t('share.unused')} ${t('share.downloadsOf', { done: downloads, limit })}`
          : t('share.unused')
      const often = [
        t('share.opened', { count: opened }),
        limit > 0 ? t('share.downloadsOf', { done: downloads, limit }) : t('share.downloaded', { count: downloads }),
      ]
      return [...often, ...(lastUsed === null ? [] : [t('share.lastUsed', { when: format.date(lastUsed) })])].join(' ')
    },
  }
}
