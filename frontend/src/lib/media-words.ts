// Times and titles of audio and video, as people write them.

/** `1:34`, `1:02:03`. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(Number.isFinite(seconds) ? seconds : 0)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  const rest = two(whole % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}

/** Title and artist from a file name like `07 Artist - Title.mp3`. `artist` is '' if it is missing. */
export function songOf(name: string): { title: string; artist: string } {
  const bare = name.replace(/\.[^.]+$/, '')
  // Track numbers: `07 `, `07. `, `1-07 `.
  const numberless = bare.replace(/^\d{1,3}(?:-\d{1,3})?[.\s_-]+(?=\S)/, '')
  const [artist = '', ...rest] = numberless.split(' - ')
  const title = rest.join(' - ').trim()
  return title === '' ? { title: numberless || bare, artist: '' } : { title, artist: artist.trim() }
}
