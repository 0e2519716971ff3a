import { expect, it } from '@jest/globals'
import { MANIFEST_PATH, RECEIVE_PATH } from '../../../backend/contract/installed-page.ts'
import { SERVICE_WORKER_PATH } from '../../../backend/contract/push-limits.ts'
import { EMULATOR_PATH } from '../../../backend/contract/rom-systems.ts'
import { isForReceiving, isNamedByContent, isOfPage } from './kept-paths.ts'

it.each(['/', '/files/', '/files/api/a', '/shared', '/sharefoo/x', '/apiary', '/calendario', '/arcade', '/login'])(
  'takes %s for the page',
  (path) => {
    expect(isOfPage(path)).toBe(true)
  },
)

it.each([
  '/api',
  '/api/raw/a.html',
  '/dav/calendars/',
  '/share/abc',
  '/share',
  EMULATOR_PATH,
  '/emulatorjs/data/loader.js',
  '/static/img/logo',
  '/.well-known/caldav',
  '/health',
  '/ready',
  MANIFEST_PATH,
  SERVICE_WORKER_PATH,
])('leaves %s alone', (path) => {
  expect(isOfPage(path)).toBe(false)
})

it('keeps files that are named by their content, and no films', () => {
  for (const name of ['main-C8pDS1-H.js', 'index-a_b-cd12.css', 'inter-AAAAAAAA.woff2', 'texts-es-files-0a1b2c3d.json'])
    expect(isNamedByContent(`/static/assets/${name}`)).toBe(true)
  for (const path of [
    '/static/assets/intro-AAAAAAAA.webm',
    '/static/assets/main.js',
    '/static/assets/pdf-4.1/cmaps/a-AAAAAAAA.js',
    '/static/img/logo-AAAAAAAA.png',
    '/api/raw/static/assets/main-AAAAAAAA.js',
  ])
    expect(isNamedByContent(path)).toBe(false)
})

it('takes what is posted where other apps share, and nothing else that is posted', () => {
  expect(isForReceiving('POST', RECEIVE_PATH)).toBe(true)
  expect(isForReceiving('GET', RECEIVE_PATH)).toBe(false)
  for (const path of ['/', '/files/', '/api/login', `${RECEIVE_PATH}/more`, '/share/receive'])
    expect(isForReceiving('POST', path)).toBe(false)
})
