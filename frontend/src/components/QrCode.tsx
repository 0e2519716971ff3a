import { Suspense } from 'react'
import { fetched } from './fetched.tsx'

export interface QrCodeProps {
  /** What it says: an address. */
  text: string
  label: string
  /** Pixels of a side. */
  size: number
}

const blank = ({ size }: Pick<QrCodeProps, 'size'>) => <svg width={size} height={size} aria-hidden="true" />

// Drawing codes takes more code than a guest's page has otherwise: they come after it.
const QrDrawing = fetched<QrCodeProps>({
  load: async () => (await import('./QrDrawing.tsx')).QrDrawing,
  waiting: 'none',
  renderFailure: blank,
})

/** An address for the camera of a phone. Its room is kept until it is drawn. */
export function QrCode(props: QrCodeProps) {
  return (
    <span className="qr">
      <Suspense fallback={blank(props)}>
        <QrDrawing {...props} />
      </Suspense>
    </span>
  )
}
