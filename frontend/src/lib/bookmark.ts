// The bookmark that brings the address of whatever page is open to the page for videos.
import { IMPORT_LINK_MAX_LENGTH } from '../../../backend/contract/limits.ts'
import { VIDEO_PAGE_PATH } from './video-page.ts'

/** The address of the bookmark: a script that opens our page. `home`: origin and base path. */
export const bookmarkOf = (home: string): string =>
  // It runs on other pages, where it is no script of ours.
  // eslint-disable-next-line no-script-url
  `javascript:void open(${JSON.stringify(`${home}${VIDEO_PAGE_PATH}?link=`)}+encodeURIComponent(location.href))`

/** The link that a bookmark has brought; '' without one. It is only ever shown in a field. */
export function linkOfBookmark(search: string): string {
  const link = new URLSearchParams(search).get('link')?.trim() ?? ''
  return link.length > IMPORT_LINK_MAX_LENGTH || !/^https?:\/\/\S+$/i.test(link) ? '' : link
}
