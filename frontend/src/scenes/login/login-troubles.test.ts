import { describe, expect, it } from '@jest/globals'
import { ApiError } from '../../api/http.ts'
import { checkForm, troubleOf } from './login-troubles.ts'

const filled = { username: 'ann', password: 'correct horse', confirm: 'correct horse' }

describe('checking the login form', () => {
  it('asks for what is missing', () => {
    expect(checkForm({ username: '', password: '', confirm: '' }, { isSignup: false, needsCaptcha: false })).toEqual({
      username: { key: 'login.usernameMissing' },
      password: { key: 'login.passwordMissing' },
    })
  })

  it('compares the passwords of a sign-up only', () => {
    const different = { ...filled, confirm: 'else' }
    expect(checkForm(different, { isSignup: true, needsCaptcha: false })).toEqual({
      confirm: { key: 'login.passwordsDontMatch' },
    })
    expect(checkForm(different, { isSignup: false, needsCaptcha: false })).toEqual({})
  })

  it('wants the captcha where there is one', () => {
    expect(checkForm(filled, { isSignup: false, needsCaptcha: true })).toEqual({
      form: { key: 'login.captchaMissing' },
    })
  })
})

describe('telling why the server refused', () => {
  it('names a wrong password, a taken name, and a lost connection', () => {
    expect(troubleOf(new ApiError(403, 'wrongCredentials', ''), false)).toEqual({
      form: { key: 'login.wrongCredentials' },
    })
    expect(troubleOf(new ApiError(403, 'forbidden', ''), false)).toEqual({ form: { key: 'login.wrongCredentials' } })
    expect(troubleOf(new ApiError(409, 'conflict', ''), true)).toEqual({ username: { key: 'login.usernameTaken' } })
    expect(troubleOf(new ApiError(0, 'network', ''), false)).toEqual({ form: { key: 'login.unreachable' } })
  })

  it('says how long to wait after too many tries', () => {
    expect(troubleOf(new ApiError(429, 'tooManyRequests', '', { retryAfter: 90 }), false)).toEqual({
      form: { key: 'error.tooManyRequestsUntil', values: { count: 2 } },
    })
  })
})
