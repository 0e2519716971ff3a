import type { Device } from '../../../backend/contract/session.ts'
import { useTexts } from './useTexts.ts'

/** A device in words, as a person would describe it: `Firefox on Linux`. */
export function useDeviceWords() {
  const { t } = useTexts()
  return ({ browser, system }: Device): string =>
    browser !== '' && system !== ''
      ? t('sessions.device', { browser, system })
      : browser || system || t('sessions.unknown')
}
