import { describe, expect, it } from '@jest/globals'
import { deviceOf } from './device.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0'

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Mobile/15E148 Safari/604.1`,
      { browser: 'Safari', system: 'iOS', kind: 'phone' },
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${APPLE} Mobile/15E148 Safari/604.1`,
      { browser: 'Safari', system: 'iOS', kind: 'tablet' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      { browser: 'Chrome', system: 'Android', kind: 'phone' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ' +
        'Safari/537.36 Edg/142.0.0.0',
      { browser: 'Microsoft Edge', system: 'Windows', kind: 'desktop' },
    ],
    ['curl/8.14.1', { browser: 'curl', system: '', kind: 'other' }],
    ['rclone/v1.70', { browser: 'rclone', system: '', kind: 'other' }],
  ] as const)('%s', (userAgent, device) => expect(deviceOf(userAgent)).toEqual(device))

  it.each(['', ' ', '<script>alert(1)</script>', 'Mozilla/5.0', `${'x'.repeat(200)}/1`])(
    'that says "%s" stays unknown',
    (userAgent) => {
      expect(deviceOf(userAgent)).toEqual({ browser: '', system: '', kind: 'other' })
    },
  )
})
