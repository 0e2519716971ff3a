// Videos and songs for tests, made by ffmpeg where the machine has it.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { environment } from '../../scripts/lib/environment.ts'
import { findOnPath } from '../../scripts/lib/programs.ts'

/** Whether media can be made on this machine. */
export const hasFfmpeg = async (): Promise<boolean> => (await findOnPath('ffmpeg', environment())) !== null

/**
 * The output of ffmpeg for its arguments. The extension of `name` decides the format. `inputs` are files that the
 * arguments use.
 */
async function make(name: string, args: string[], inputs: Record<string, Buffer> = {}): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-media-'))
  try {
    for (const [input, body] of Object.entries(inputs)) await writeFile(path.join(folder, input), body)
    await promisify(execFile)('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args, name], { cwd: folder })
    return await readFile(path.join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A few seconds of video in one colour, 320 by 180, with the index at the end of the file, as cameras write it. */
export const film = (colour: string, seconds: number, name = 'film.mp4'): Promise<Buffer> =>
  make(name, ['-f', 'lavfi', '-i', `color=${colour}:size=320x180:rate=5:duration=${seconds}`, '-pix_fmt', 'yuv420p'])

/** One second of a tone, with a cover picture if one is given. */
export const song = (cover: Buffer | null): Promise<Buffer> => {
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
  return cover === null
    ? make('song.mp3', tone)
    : make(
        'song.mp3',
        [...tone, '-i', 'cover.jpg', '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
        { 'cover.jpg': cover },
      )
}
