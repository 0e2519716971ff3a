import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'
import { useTexts } from '../../i18n/useTexts.ts'

export interface CaptchaHandle {
  /** The token of a solved captcha; '' if there is none. */
  read(): string
  reset(): void
}

interface Recaptcha {
  ready(run: () => void): void
  render(at: HTMLElement, options: { sitekey: string }): number
  getResponse(id: number): string
  reset(id: number): void
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

/** Google's reCAPTCHA v2, loaded from the host that the settings name. */
export function Captcha({ settings, handle }: { settings: PublicSettings; handle: Ref<CaptchaHandle> }) {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const script = document.createElement('script')
    script.src = `${settings.ReCaptchaHost ?? 'https://www.google.com'}/recaptcha/api.js?render=explicit`
    script.onerror = () => setFailed(true)
    script.onload = () =>
      window.grecaptcha?.ready(() => {
        if (place.current !== null && widget.current === null) {
          widget.current = window.grecaptcha?.render(place.current, { sitekey: settings.ReCaptchaKey ?? '' }) ?? null
        }
      })
    document.head.append(script)
    return () => script.remove()
  }, [settings])
  useImperativeHandle(handle, () => ({
    read: () => (widget.current === null ? '' : (window.grecaptcha?.getResponse(widget.current) ?? '')),
    reset: () => {
      if (widget.current !== null) window.grecaptcha?.reset(widget.current)
    },
  }))
  return (
    <div>
      <div ref={place} role="group" aria-label={t('login.captcha')} />
      {hasFailed ? (
        <p className="hint bad" role="alert">
          {t('login.unreachable')}
        </p>
      ) : null}
    </div>
  )
}
