// Reads metrics as Prometheus does (its text format, version 0.0.4).

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** @throws Error for a line that is no sample */
export async function readMetrics(port: number): Promise<Sample[]> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = LINE.exec(line) ?? []
      if (name === '') throw new Error(`no sample: ${line}`)
      const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text] as const)
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}
