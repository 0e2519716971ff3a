/** `denied`: the browser does not allow it. `empty`: there was nothing to copy. */
export type Copied = 'done' | 'denied' | 'empty'

/** Copies a text to the clipboard. Without a secure context browsers only support the old way. */
export async function copyText(text: string): Promise<Copied> {
  if (text === '') return 'empty'
  if (window.isSecureContext)
    return navigator.clipboard.writeText(text).then(
      () => 'done',
      () => 'denied',
    )
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone ? 'done' : 'denied'
}
