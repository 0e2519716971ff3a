/** Lets the browser save what an address sends, under a name or the one that the server gives it. */
export function saveUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
