// yt-dlp, which reads pages with videos: from a setting, or installed once into the user's cache. It needs Python.
import path from 'node:path'
import { findOnPath, type ProgramPlaces } from './programs.ts'
import { pythonWith } from './python.ts'

const PACKAGES = {
  name: 'yt-dlp',
  requirements: path.join(import.meta.dirname, '..', 'yt-dlp', 'requirements.txt'),
  purpose: 'videos',
}

/**
 * The program yt-dlp: `YTDLP`, or installed into a virtual environment, or on PATH. Null without one, which is said in
 * one line: everything else works.
 */
export async function findYtDlp({ env, say }: ProgramPlaces): Promise<string | null> {
  const given = env['YTDLP']
  if (given !== undefined) return given || null
  try {
    return path.join(await pythonWith(PACKAGES, { env, say }), 'bin', 'yt-dlp')
  } catch (error) {
    const onPath = await findOnPath('yt-dlp', env)
    if (onPath === null) say(`There is no yt-dlp, so no videos can be imported: ${wordsOf(error)}`)
    return onPath
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
