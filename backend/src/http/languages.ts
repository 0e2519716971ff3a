import type { Context } from 'koa'
import { chooseLocale, type Locale } from '../../contract/locales.ts'

/** The languages that a browser prefers, the best one first (RFC 9110 section 12.5.4). */
export const languagesOf = (ctx: Pick<Context, 'acceptsLanguages'>): readonly string[] => ctx.acceptsLanguages()

/** A person who has chosen no language is answered in that of the asking browser. */
export const inLanguageOf = <User extends { locale: string; language: Locale }>(
  ctx: Pick<Context, 'acceptsLanguages'>,
  user: User,
): User => (user.locale === '' ? { ...user, language: chooseLocale([...languagesOf(ctx), user.language]) } : user)
