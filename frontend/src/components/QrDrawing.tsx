import { QRCodeSVG } from 'qrcode.react'
import type { QrCodeProps } from './QrCode.tsx'

/** Error correction M: about a seventh of the code may be covered. */
export function QrDrawing({ text, label, size }: QrCodeProps) {
  return (
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
  )
}
