// `make intro`: makes the video of the login screen: the sun rises over its picture, and the logo is drawn. The video
// is committed, because this needs ffmpeg, which is not on every machine.
import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import sharp from 'sharp'
import { ROOT } from './lib/places.ts'

const ASSETS = path.join(ROOT, 'frontend', 'src', 'assets')
const POSTER = path.join(ASSETS, 'poster.webp')
const INTRO = path.join(ASSETS, 'intro.webm')
/** It is loaded after the form, but it still has to start quickly. */
const MAX_BYTES = 400_000

/** The aspect ratio is that of the picture. */
const SIZE = { width: 720, height: 780 }
const FRAMES_A_SECOND = 24
const SECONDS = 4.5
/** How much the first frame is zoomed in. */
const CLOSER = 0.12
const NIGHT = { opacity: 0.9, colour: '#081018' }

/** Progress from 0 to 1 between two times in seconds, slow at both ends. */
function progress(second: number, from: number, to: number): number {
  const part = Math.max(0, Math.min(1, (second - from) / (to - from)))
  return part * part * (3 - 2 * part)
}

/** The beginning of a half circle; `part` is from 0 to 1. */
const stroke = (path: string, radius: number, part: number): string =>
  part === 0 ? '' : `<path d="${path}" stroke-dasharray="${Math.PI * radius * part} 99"/>`

/** Darkness over the picture, and the logo of assets/mark.svg, stroke by stroke. Both disappear towards the end. */
function drawOver(second: number): Buffer {
  const night = NIGHT.opacity * (1 - progress(second, 0.6, SECONDS - 0.3))
  const visible = 1 - progress(second, 2.9, 3.7)
  const outer = progress(second, 0.2, 1.3)
  const inner = progress(second, 0.6, 1.6)
  const egg = progress(second, 1.2, 1.9)
  const { width, height } = SIZE
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${NIGHT.colour}" opacity="${night}"/>
    <g transform="translate(${width / 2 - 96} ${height / 2 - 128}) scale(8)" opacity="${visible}"
      fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round">
      ${stroke('M2.6 11.5a9.4 9.4 0 0 0 18.8 0', 9.4, outer)}
      <g opacity=".6">${stroke('M6.9 11.5a5.1 5.1 0 0 0 10.2 0', 5.1, inner)}</g>
      <circle cx="12" cy="${6.2 + 3 * (1 - egg)}" r="${2.7 * egg}" fill="#fff" stroke="none"/>
    </g>
  </svg>`)
}

/** One frame as RGB. The last one is the picture itself. */
async function drawFrame(second: number): Promise<Buffer> {
  const scale = 1 + CLOSER * (1 - progress(second, 0, SECONDS - 0.2))
  const [width, height] = [Math.round(SIZE.width * scale), Math.round(SIZE.height * scale)]
  const picture = await sharp(POSTER).resize(width, height).toBuffer()
  return sharp(picture)
    .extract({
      left: Math.floor((width - SIZE.width) / 2),
      top: Math.floor((height - SIZE.height) / 2),
      ...SIZE,
    })
    .composite([{ input: drawOver(second) }])
    .removeAlpha()
    .raw()
    .toBuffer()
}

const FFMPEG = [
  `-y -loglevel error -f rawvideo -pix_fmt rgb24 -s ${SIZE.width}x${SIZE.height} -r ${FRAMES_A_SECOND} -i -`,
  '-c:v libvpx-vp9 -crf 28 -b:v 0 -row-mt 1 -pix_fmt yuv420p -fflags +bitexact -flags:v +bitexact',
]
const encoder = spawn('ffmpeg', [...FFMPEG.join(' ').split(' '), INTRO], { stdio: ['pipe', 'inherit', 'inherit'] })
const end = new Promise<void>((resolve, reject) => {
  encoder.on('error', reject)
  encoder.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
})
const frames = Math.round(SECONDS * FRAMES_A_SECOND)
for (let frame = 0; frame < frames; frame++) {
  const drawn = await drawFrame(((frame + 1) / frames) * SECONDS)
  if (!encoder.stdin.write(drawn)) await new Promise((resolve) => encoder.stdin.once('drain', resolve))
}
encoder.stdin.end()
await Promise.all([end, finished(encoder.stdin)])
const { size } = await stat(INTRO)
if (size > MAX_BYTES) throw new Error(`${INTRO} has ${size} bytes, ${MAX_BYTES} at most`)
process.stdout.write(`${path.relative(ROOT, INTRO)} is written: ${size} bytes.\n`)
