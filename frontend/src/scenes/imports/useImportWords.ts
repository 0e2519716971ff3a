import type { ImportRecord } from '../../../../backend/contract/imports.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { timeLeft } from '../../lib/import-facts.ts'
import { nameOf } from '../../lib/paths.ts'
import { importErrorKey } from '../../stores/imports/ends.ts'

/** Describes imports in words. */
export function useImportWords() {
  const { t } = useTexts()
  const { size } = useFormat()

  function running({ kind, phase, peers, downloaded, checked }: ImportRecord): string {
    if (phase === 'checking' && checked !== null) return t('imports.checked', { percent: Math.floor(checked) })
    const isSearching = kind === 'torrent' && peers === 0 && (phase === 'asking' || phase === 'downloading')
    if (isSearching) return t('imports.phase.searching')
    if (phase === 'downloading' && kind === 'torrent') return t('imports.peers', { count: peers })
    if (phase === 'asking' && kind !== 'torrent') return t('imports.phase.reading')
    return t(`imports.phase.${phase ?? (downloaded > 0 ? 'downloading' : 'starting')}`)
  }

  return {
    /** What it is doing, or how it has ended. `place`: among those that wait, from 1. */
    state(record: ImportRecord, place: number): string {
      const { state, error, target, missed } = record
      // It has made room for others, because nobody was found who has it.
      if (state === 'waiting' && error !== null) return t('imports.waitingForPeers', { place })
      if (state === 'waiting') return t('imports.waiting', { place })
      if (state === 'running') return running(record)
      if (state === 'paused') return t('imports.paused')
      if (state === 'failed') return t(importErrorKey(error?.code))
      if (missed > 0) return t('imports.missed', { count: missed, reason: t(importErrorKey(error?.code)) })
      return target === '/' || target === '' ? t('imports.stored') : t('imports.storedIn', { folder: nameOf(target) })
    },

    /** How fast it is, and how long it still takes; '' if it is unknown. */
    pace({ state, speed, secondsLeft }: ImportRecord): string {
      if (state !== 'running' || speed === 0) return ''
      const left = timeLeft(secondsLeft)
      const words = left === null ? '' : t(`imports.left.${left.unit}`, { count: left.count })
      return [t('imports.speed', { speed: size(speed) }), words].filter((part) => part !== '').join(' · ')
    },
  }
}
