/** `denied`: the browser does not allow it. `empty`: there was nothing to copy. */
export type Copied = 'done' | 'denied' | 'empty'

/**
 * Copies a text to the clipboard. WebKit allows that only while a click or a key is handled, and therefore takes a text
 * that is promised. Without a secure context browsers only support the old way.
 */
export async function copyText(text: string | Promise<string>): Promise<Copied> {
  if (text === '') return 'empty'
  if (window.isSecureContext)
    return write(text).then(
      () => 'done',
      () => 'denied',
    )
  return Promise.resolve(text).then(copyByField, () => 'denied')
}

async function write(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string' || !('ClipboardItem' in globalThis)) return navigator.clipboard.writeText(await text)
  const promised = text.then((words) => new Blob([words], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': promised })])
}

function copyByField(text: string): Copied {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone ? 'done' : 'denied'
}
