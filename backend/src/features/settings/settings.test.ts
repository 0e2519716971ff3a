import { describe, expect, it } from '@jest/globals'
import { DEFAULT_IMPORTS } from '../../../contract/import-settings.ts'
import { settings as schema } from '../../../contract/settings.ts'
import type { Config } from '../../config.ts'
import { firstSettings } from './defaults.ts'
import { publicSettings } from './present.ts'

describe('the settings of the first start', () => {
  it('give each person a home and open nothing', () => {
    expect(firstSettings()).toMatchObject({
      signup: false,
      hideLoginButton: true,
      createUserDir: true,
      userHomeBasePath: '/',
      minimumPasswordLength: 12,
      defaults: {
        scope: '',
        locale: 'browser',
        viewMode: 'mosaic',
        perm: { admin: false, execute: true, create: true, share: true, download: true, importTorrents: false },
      },
      rules: [],
      tus: { chunkSize: 10_485_760, retryCount: 5 },
      shell: [],
    })
  })
  it('name every hook', () => expect(Object.keys(firstSettings().commands)).toHaveLength(10))
})

describe('what a saved setting becomes', () => {
  const saved = (body: object) => schema.parse(body)
  it('is the default where it is empty', () => {
    expect(saved({})).toMatchObject({
      userHomeBasePath: '/',
      minimumPasswordLength: 12,
      tus: { chunkSize: 10_485_760, retryCount: 5 },
      defaults: { locale: 'en', viewMode: 'mosaic', commands: [] },
      rules: [],
    })
    expect(
      saved({
        rules: null,
        shell: null,
        defaults: null,
        tus: { chunkSize: 0, retryCount: 0 },
        commands: { after_save: ['x'] },
      }),
    ).toMatchObject({
      rules: [],
      shell: [],
      tus: { chunkSize: 10_485_760, retryCount: 5 },
      commands: { after_save: ['x'], before_save: [] },
    })
  })
  it('is itself where it says something', () =>
    expect(saved({ tus: { chunkSize: 0, retryCount: 3 } }).tus).toEqual({ chunkSize: 0, retryCount: 3 }))
  it('passes over fields it does not know', () => expect(saved({ key: 'hush', secret: 1 })).not.toHaveProperty('key'))
})

describe('what the page is told', () => {
  const config = {
    BASE_URL: '/cloud',
    AUTH_METHOD: 'json',
    ENABLE_EXEC: true,
    SHARED_FOLDER: 'Shared',
    RECAPTCHA_HOST: 'https://captcha.example',
    RECAPTCHA_KEY: '',
    RECAPTCHA_SECRET: '',
    SECRET_KEY: 'hush-key',
    S3_SECRET_KEY: 'hush-s3',
    MONGO_URL: 'mongodb://hush',
  } as unknown as Config
  const first = firstSettings()
  const stored = {
    ...first,
    branding: { ...first.branding, reportUrl: '' },
    retentionDays: 30,
    sharedLimit: 0,
    imports: DEFAULT_IMPORTS,
    authMethod: 'json' as const,
  }
  const told = (over: Partial<Config> = {}) =>
    publicSettings(stored, {
      config: { ...config, ...over },
      version: '1.0.0',
      brand: { logo: null, icon: null, css: null },
      canRestore: true,
      hasStills: true,
    })

  it('is what it needs, under the base URL', () => {
    expect(told()).toMatchObject({
      BaseURL: '/cloud',
      StaticURL: '/cloud/static',
      Version: '1.0.0',
      MinimumPasswordLength: 12,
      LoginPage: true,
      NoAuth: false,
      LogoutPage: '/login',
      ReCaptcha: false,
      SharedFolder: 'Shared',
      RetentionDays: 30,
      TusSettings: { chunkSize: 10_485_760, retryCount: 5 },
    })
  })
  it('holds no secret, with a captcha neither', () => {
    const text = JSON.stringify(told({ RECAPTCHA_KEY: 'public', RECAPTCHA_SECRET: 'hush-captcha' }))
    expect(text).toContain('"ReCaptchaKey":"public"')
    expect(text).not.toContain('hush')
  })
  it('has no login page where nobody signs in', () =>
    expect(told({ AUTH_METHOD: 'noauth' })).toMatchObject({ NoAuth: true, LoginPage: false, AuthMethod: 'noauth' }))
})
