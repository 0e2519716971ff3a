// A code as a picture of its own, to be printed or sent: black on white, with the white edge that cameras need.

/** Modules of white around the code (ISO/IEC 18004). */
const EDGE = 4
/** Pixels of the picture's side. */
const SIDE_PX = 1024

/** What the drawing on the page is made of. */
interface Code {
  /** Modules of its side. */
  modules: number
  /** The dark modules, as SVG and canvas take them. */
  path: string
}

function codeOf(drawing: SVGElement): Code {
  const modules = Number(drawing.getAttribute('viewBox')?.split(' ')[2] ?? 0)
  return { modules, path: [...drawing.querySelectorAll('path')].at(-1)?.getAttribute('d') ?? '' }
}

export function qrAsSvg(drawing: SVGElement): Blob {
  const { modules, path } = codeOf(drawing)
  const side = modules + 2 * EDGE
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}" ` +
    `viewBox="${-EDGE} ${-EDGE} ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M${-EDGE} ${-EDGE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>\n`
  return new Blob([text], { type: 'image/svg+xml' })
}

/** Null where the browser draws nothing. */
export function qrAsPng(drawing: SVGElement): Promise<Blob | null> {
  const { modules, path } = codeOf(drawing)
  const canvas = document.createElement('canvas')
  // Whole pixels for each module keep its edges sharp.
  const scale = Math.floor(SIDE_PX / (modules + 2 * EDGE))
  canvas.width = scale * (modules + 2 * EDGE)
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, scale, scale * EDGE, scale * EDGE)
  context.fillStyle = '#000'
  const modulesPath = new Path2D(path)
  context.fill(modulesPath) // eslint-disable-line unicorn/no-array-fill-with-reference-type -- a canvas
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
