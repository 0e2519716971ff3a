// What somebody drops on the page, or pastes into it: files, or a text with links.

export interface Brought {
  files: readonly File[]
  text: string
}

/** Whether a drag from outside brings a link. */
export const bringsLinks = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('text/uri-list') ?? false

/** What a drop or a paste brings. Only in its own event handler, because the browser forgets it afterwards. */
export const broughtBy = (transfer: DataTransfer): Brought => ({
  files: [...transfer.files],
  text: transfer.getData('text/uri-list') || transfer.getData('text/plain'),
})
