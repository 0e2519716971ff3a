/** The page for videos: its address below the base path, and its name in every language. */
export const VIDEO_PAGE_PATH = '/youtube/index.html'
export const VIDEO_PAGE_TITLE = 'YouTube Downloader'
