// The other open pages of this browser: their uploads are not unfinished.

const CHANNEL = 'nido-uploads'
const ANSWERS_MS = 400

/** Answers other pages that ask. The returned function stops this. */
export function answerForPage(page: string): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === 'who') channel.postMessage({ page })
  }
  return () => channel.close()
}

/** The ids of the other open pages. */
export async function askOpenPages(): Promise<Set<string>> {
  const channel = new BroadcastChannel(CHANNEL)
  const pages = new Set<string>()
  channel.onmessage = ({ data }) => {
    if (typeof data?.page === 'string') pages.add(data.page)
  }
  channel.postMessage('who')
  await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
  channel.close()
  return pages
}
