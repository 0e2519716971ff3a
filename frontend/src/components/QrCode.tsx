import { QRCodeSVG } from 'qrcode.react'

export interface QrCodeProps {
  /** What it says: an address. */
  text: string
  label: string
  /** Pixels of a side. */
  size: number
}

/** An address for the camera of a phone. Error correction M: a seventh of it may be covered. */
export function QrCode({ text, label, size }: QrCodeProps) {
  return (
    <span className="qr">
      <QRCodeSVG
        value={text}
        level="M"
        size={size}
        bgColor="transparent"
        fgColor="currentColor"
        role="img"
        aria-label={label}
        title={label}
      />
    </span>
  )
}
