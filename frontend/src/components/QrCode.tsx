import { fetched, PartSuspense } from './fetched.tsx'

export interface QrCodeProps {
  /** The encoded text, an address. */
  text: string
  label: string
  /** The side length in pixels. */
  size: number
}

const blank = ({ size }: Pick<QrCodeProps, 'size'>) => <svg width={size} height={size} aria-hidden="true" />

// The code that draws QR codes is larger than the rest of a guest's page, so it is fetched afterwards.
const QrDrawing = fetched<QrCodeProps>({
  load: async () => (await import('./QrDrawing.tsx')).QrDrawing,
  waiting: 'none',
  renderFailure: blank,
})

/** An address for a phone's camera. Its space is reserved until it is drawn. */
export function QrCode(props: QrCodeProps) {
  return (
    <span className="qr">
      <PartSuspense fallback={blank(props)}>
        <QrDrawing {...props} />
      </PartSuspense>
    </span>
  )
}
