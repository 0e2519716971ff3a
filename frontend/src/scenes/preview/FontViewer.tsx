import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { splitName } from '../../lib/paths.ts'
import { Trouble } from './Trouble.tsx'
import { useFileBytes } from './useFileBytes.ts'
import type { ViewerProps } from './viewer.ts'
import { FetchTrouble, Waiting } from './Waiting.tsx'

/** A larger font is only offered as a download. Fonts with all Chinese characters have about 20 MB. */
const SHOWN_MAX_BYTES = 50 * 1024 * 1024
/** Pixels. */
const SIZES = [12, 16, 24, 36, 60]
const LETTERS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '.,:;!?¿¡&@#%€$£()[]{}«»“”*+=/',
]
const ACCENTED = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽß àáâãäåæçèéêëìíîïñòóôõöøùúûüýœšž'

/** A font: sample sentences in several sizes, and its characters. */
export const FontViewer = observer(function FontViewer({ item, source }: ViewerProps) {
  const isLarge = item.size > SHOWN_MAX_BYTES
  const { bytes, error, retry } = useFileBytes(isLarge ? null : source.readBytes, `${item.path} ${item.modified}`)
  const family = useFont(bytes)
  if (isLarge) return <Trouble kind="file" what="large" source={source} />
  if (error !== null) return <FetchTrouble kind="file" error={error} source={source} onRetry={retry} />
  if (bytes?.length === 0) return <Trouble kind="file" what="empty" source={source} />
  if (family === 'waiting') return <Waiting />
  if (family === null) return <Trouble kind="file" what="broken" source={source} />
  return <Specimen family={family} name={item.name} />
})

let count = 0

/** Loads a font into the page while it is shown. Returns its family name; null if the bytes are no font. */
function useFont(bytes: Uint8Array<ArrayBuffer> | null): string | null | 'waiting' {
  const [known, setKnown] = useState<{ of: Uint8Array; family: string | null } | null>(null)
  useEffect(() => {
    if (bytes === null) return
    let isOver = false
    const face = new FontFace(`specimen-${(count += 1)}`, bytes)
    const show = async () => {
      const isFont = await face.load().then(
        () => true,
        () => false,
      )
      if (isOver) return
      if (isFont) document.fonts.add(face)
      setKnown({ of: bytes, family: isFont ? face.family : null })
    }
    void show()
    return () => {
      isOver = true
      document.fonts.delete(face)
    }
  }, [bytes])
  return known !== null && known.of === bytes ? known.family : 'waiting'
}

function Specimen({ family, name }: { family: string; name: string }) {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  const sentence = typed === '' ? t('document.sentence') : typed
  const [stem] = splitName(name, false)
  return (
    <div className="document">
      <div className="document-tools on-stage">
        <span className="input">
          <input
            aria-label={t('document.sampleText')}
            placeholder={t('document.sampleText')}
            value={typed}
            maxLength={200}
            onChange={({ target }) => setTyped(target.value)}
          />
        </span>
      </div>
      <div className="document-body">
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long samples are scrolled by keys */}
        <article className="text-sheet specimen" tabIndex={0} aria-label={t('preview.text', { name })}>
          <h2 style={{ fontFamily: family }}>{stem}</h2>
          {SIZES.map((size) => (
            <div key={size}>
              <span className="small faint num">{size} px</span>
              <p dir="auto" style={{ fontFamily: family, fontSize: size }}>
                {sentence}
              </p>
            </div>
          ))}
          {[...LETTERS, ACCENTED].map((letters) => (
            <p key={letters} className="letters" style={{ fontFamily: family }}>
              {letters}
            </p>
          ))}
        </article>
      </div>
    </div>
  )
}
