// Exports a QR code as a picture for printing or sending: black on white, with the white margin that cameras need.

/** The width of the margin in modules (ISO/IEC 18004). */
const EDGE = 4
/** The width and height of the picture in pixels. */
const SIDE_PX = 1024

/** The parts of the drawing on the page. */
interface Code {
  /** Modules per side. */
  modules: number
  /** The dark modules as a path for SVG and canvas. */
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

/** Null if the browser cannot draw it. */
export function qrAsPng(drawing: SVGElement): Promise<Blob | null> {
  const { modules, path } = codeOf(drawing)
  const canvas = document.createElement('canvas')
  // A whole number of pixels per module keeps the edges sharp.
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
