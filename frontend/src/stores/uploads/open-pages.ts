// The other open pages of this browser: their uploads are not unfinished.

/** The channel on which pages ask `who`, and answer `{ page }`. */
export const CHANNEL = 'nido-uploads'

/** Answers other pages that ask. The returned function stops this. */
export function answerForPage(page: string): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === 'who') channel.postMessage({ page })
  }
  return () => channel.close()
}
