// Bodies of WebDAV: what is asked, and what is answered.
import type { Context } from 'koa'
import { bytesBody } from '../../../http/bytes-body.ts'
import { declaredLength } from '../../../http/request-body.ts'
import { inTime } from '../../../http/slow-body.ts'
import { type Element, readXml, writeXml } from './xml.ts'

const XML_MAX_BYTES = 512 * 1024

/** Null for a request without a body, which asks for what is common. */
export async function readBody(ctx: Context): Promise<Element | null> {
  if (declaredLength(ctx.req) === 0 || (ctx.get('Content-Length') === '' && ctx.get('Transfer-Encoding') === ''))
    return null
  return readXml((await inTime(ctx, () => bytesBody(ctx.req, XML_MAX_BYTES))).toString())
}

/** By default with the status of many answers in one. */
export async function answerXml(ctx: Context, root: Element, status = 207): Promise<void> {
  const text = await writeXml(root)
  ctx.status = status
  ctx.type = 'application/xml; charset=utf-8'
  ctx.body = text
}
