// A process of its own that draws one SVG from its standard input to its standard output, as PNG. Whatever the file makes it do, it can be ended.
// It gets bytes and no address, so nothing the file names, neither file nor server, is looked for.
// `node vector-child.ts PIXELS cover|inside`: covers a square of so many pixels, or fits in it without being enlarged.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** What an SVG says of its size counts at so many dots an inch (CSS: 96 pixels an inch; librsvg's own 72 leaves pixels as they are). */
const DENSITY = 72
const DENSITY_MAX = 20_000

const side = Number(process.argv[2])
const isCover = process.argv[3] === 'cover'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
const svg = await buffer(process.stdin)
const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata()
const scale = isCover ? Math.max(side / width, side / height) : Math.min(1, side / width, side / height)
const density = Math.min(DENSITY_MAX, Math.max(1, DENSITY * scale))
process.stdout.write(await sharp(svg, { density }).resize({ width: side, height: side, fit: isCover ? 'cover' : 'inside', withoutEnlargement: !isCover }).png().toBuffer())
