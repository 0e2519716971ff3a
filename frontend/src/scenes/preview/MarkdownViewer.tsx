import { Code } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type MouseEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { colourBlocks } from '../../lib/code/colour-blocks.ts'
import { type MarkdownOptions, renderMarkdown } from '../../lib/markdown/render.ts'
import { parentOf } from '../../lib/paths.ts'
import { decodeText } from '../../lib/text-bytes.ts'
import { Trouble } from './Trouble.tsx'
import { useFileBytes } from './useFileBytes.ts'
import type { ViewerProps } from './viewer.ts'
import { FetchTrouble, Waiting } from './Waiting.tsx'

/** A longer file is only offered as a download. */
const SHOWN_MAX_BYTES = 10 * 1024 * 1024
/** A longer text is not formatted, because that would block the browser. */
const FORMATTED_MAX_LENGTH = 2 * 1024 * 1024

/** A Markdown text, formatted or as plain text. */
export const MarkdownViewer = observer(function MarkdownViewer(props: ViewerProps) {
  const { item, source } = props
  const isLarge = item.size > SHOWN_MAX_BYTES
  const { bytes, error, retry } = useFileBytes(isLarge ? null : source.readBytes, `${item.path} ${item.modified}`)
  const text = useMemo(() => (bytes === null ? null : (decodeText(bytes)?.text ?? null)), [bytes])
  if (isLarge) return <Trouble kind="text" what="large" source={source} />
  if (error !== null) return <FetchTrouble kind="text" error={error} source={source} onRetry={retry} />
  if (bytes === null) return <Waiting />
  if (text === null) return <Trouble kind="text" what="broken" source={source} />
  if (text.trim() === '') return <Trouble kind="text" what="empty" source={source} />
  return <Sheet {...props} text={text} />
})

function Sheet({ item, source, text }: ViewerProps & { text: string }) {
  const { t } = useTexts()
  const isLong = text.length > FORMATTED_MAX_LENGTH
  const [isPlain, setPlain] = useState(isLong)
  const label = t('preview.text', { name: item.name })
  return (
    <div className="document">
      <div className="document-tools on-stage" role="toolbar" aria-label={t('document.tools')}>
        {isLong ? <span className="small">{t('document.longText')}</span> : null}
        <span className="push" />
        <IconButton
          icon={Code}
          label={t('document.source')}
          aria-pressed={isPlain}
          disabled={isLong}
          onClick={() => setPlain(!isPlain)}
        />
      </div>
      <div className="document-body">
        {isPlain ? (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keys
          <pre className="text-sheet" tabIndex={0} dir="auto" aria-label={label}>
            {text}
          </pre>
        ) : (
          <Formatted text={text} folder={parentOf(item.path)} source={source} label={label} />
        )}
      </div>
    </div>
  )
}

interface FormattedProps extends Pick<ViewerProps, 'source'> {
  text: string
  folder: string
  label: string
}

function Formatted({ text, folder, source, label }: FormattedProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const options = useOptions(folder, source)
  const render = useEffectEvent((shown: string) => {
    sheet.current?.replaceChildren(renderMarkdown(shown, options))
    if (sheet.current !== null) void colourBlocks(sheet.current)
  })
  useEffect(() => render(text), [text])
  // Scrolls to the heading without changing the address of the page, which is that of the file.
  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const hash = link?.getAttribute('href') ?? ''
    if (!hash.startsWith('#')) return
    event.preventDefault()
    const heading = [...(sheet.current?.querySelectorAll('[id]') ?? [])].find(({ id }) => `#${id}` === hash)
    heading?.scrollIntoView()
  }
  return (
    // A click on a link in the text is one of the link's; keys click it as well.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div className="text-sheet prose" onClick={handleClick}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keys */}
      <article ref={sheet} dir="auto" tabIndex={0} aria-label={label} />
    </div>
  )
}

function useOptions(folder: string, { beside }: ViewerProps['source']): MarkdownOptions {
  const { t } = useTexts()
  return {
    folder,
    pictureUrl: (path) => beside?.bytesUrl(path) ?? null,
    pageUrl: (path, isDir) => beside?.pageUrl(path, isDir) ?? null,
    words: {
      externalPicture: (name) => t('document.externalPicture', { name }),
      done: t('document.done'),
      open: t('document.open'),
    },
  }
}
