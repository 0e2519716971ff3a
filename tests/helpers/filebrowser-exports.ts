// Exports of another server as its commands write them: what is odd in one household or another is in them.

export const HASH = '$2a$10$K8GZzM1cVvZ4Yd1p4Xo1eOe0N6r8a7b9c1d2e3f4g5h6i7j8k9l0m'
export const KEY = 'bm90IGEga2V5IG9mIGFueWJvZHkncw=='

export const perm = { admin: false, execute: false, create: true, rename: true, modify: true, delete: true, share: true, download: true }
/** As `users export` writes one. */
export const user = (over: object) => ({
  id: 2, username: 'x', password: HASH, scope: '.', locale: 'en', lockPassword: false, viewMode: 'list', singleClick: false, perm, commands: [], sorting: { by: 'name', asc: false }, rules: [], hideDotfiles: false,
  dateFormat: false, redirectAfterCopyMove: false, aceEditorTheme: '', ...over,
})
export const USERS = [
  user({ id: 1, username: 'admin', perm: { ...perm, admin: true } }),
  user({ id: 2, username: 'root-user', scope: '/', commands: null, rules: null, sorting: { by: '', asc: false }, viewMode: '' }),
  user({
    id: 3, username: 'ann', scope: '/users/ann', locale: 'pt-br', viewMode: 'mosaic gallery', singleClick: true, hideDotfiles: true, dateFormat: true, lockPassword: true, sorting: { by: 'size', asc: true },
    perm: { ...perm, execute: true, delete: false }, commands: ['ls', 'git', 'grep'], aceEditorTheme: 'monokai',
    rules: [{ regex: false, allow: false, path: '/private', regexp: null }, { regex: true, allow: true, path: '', regexp: { raw: '^/private/mine' } }, { regex: false, allow: false, path: 'never', regexp: null }],
  }),
  user({ id: 4, username: 'boss', scope: './users/boss', locale: 'sv-se', perm: { ...perm, admin: true } }),
  user({ id: 5, username: 'guest house', scope: '/users/guest house\'s', locale: 'uk', perm: { ...perm, download: false } }),
  user({ id: 6, username: 'broken', scope: '/users/broken', rules: [{ regex: true, allow: false, path: '', regexp: { raw: '([' } }] }),
  user({ id: 7, username: 'outside', scope: '../elsewhere' }),
]
/** As `config export` writes it. */
export const CONFIG = {
  settings: {
    key: KEY, signup: true, hideLoginButton: false, createUserDir: true, userHomeBasePath: '/users', minimumPasswordLength: 24, authMethod: 'json', fileMode: 416, dirMode: 488,
    defaults: { scope: '.', locale: 'ptBR', viewMode: 'list', singleClick: true, sorting: { by: '', asc: false }, perm: { ...perm, admin: false }, commands: ['tree', 'ffmpeg'], hideDotfiles: true, dateFormat: false, aceEditorTheme: '' },
    branding: { name: 'Our cloud', disableExternal: true, disableUsedPercentage: false, files: '/etc/branding', theme: 'dark', color: '#2979ff' },
    tus: { chunkSize: 20971520, retryCount: 3 }, commands: { after_save: ['/usr/local/bin/sync.sh "$FILE"', ''], before_delete: [], after_upload: null }, shell: ['bash', '-c'],
    rules: [{ regex: false, allow: false, path: '/.trash', regexp: null }],
  },
  server: {
    root: '/srv/files', baseURL: '/cloud', socket: '', tlsKey: '/etc/key.pem', tlsCert: '/etc/cert.pem', port: '8080', address: '0.0.0.0', log: 'stdout', enableThumbnails: false, resizePreview: true, enableExec: true,
    typeDetectionByHeader: true, authHook: '', tokenExpirationTime: '4h',
  },
  auther: { recaptcha: { host: 'https://www.google.com', key: 'public-key', secret: 'hush-captcha' } },
}
