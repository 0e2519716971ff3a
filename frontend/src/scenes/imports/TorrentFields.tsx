import { FileDown, Magnet, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useRef, useState } from 'react'
import { CheckLine } from '../../components/CheckLine.tsx'
import { Fixed } from '../../components/Fixed.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { ImportPanel } from './ImportPanel.tsx'
import { LinkField } from './LinkField.tsx'

/** The large field for torrents: files to choose, links to paste, and the folder that they go to. */
export const TorrentFields = observer(function TorrentFields({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  return (
    <ImportPanel
      form={form}
      icon={Magnet}
      label={t('imports.newTorrent')}
      title={t('imports.dropTorrent')}
      usual="torrents"
    >
      <TorrentFile form={form} />
      <LinkField form={form} label={t('imports.magnets')} />
      <CheckLine label={t('imports.inOrder')} isOn={form.inOrder} onChange={form.setInOrder} />
    </ImportPanel>
  )
})

const TorrentFile = observer(function TorrentFile({ form }: { form: ImportForm }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form.isBusy) setFiles(await form.startFiles(files))
  }
  return (
    <form className="line" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <FileChoice files={files} onChoose={setFiles} />
      <button type="submit" className="button primary" disabled={files.length === 0} aria-busy={form.isBusy}>
        <span className="label">
          <Fixed text="submit" />
        </span>
      </button>
    </form>
  )
})

interface FileChoiceProps {
  files: readonly File[]
  onChoose(files: readonly File[]): void
}

/** The browser's field for files, with the names of the chosen ones. */
function FileChoice({ files, onChoose }: FileChoiceProps) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [first, ...others] = files
  const handleClear = () => {
    input.current?.focus()
    onChoose([])
  }
  return (
    <span className="input file-choice">
      <FileDown className="icon" aria-hidden="true" />
      <label>
        <span className="cut" dir="auto">
          {first === undefined
            ? t('imports.chooseFile')
            : others.length === 0
              ? first.name
              : t('work.several', { name: first.name, count: others.length })}
        </span>
        <input
          ref={input}
          type="file"
          className="sr"
          accept=".torrent"
          multiple
          // A file that was imported or removed can be chosen once more.
          onClick={({ currentTarget }) => void (currentTarget.value = '')}
          onChange={({ target }) => onChoose([...(target.files ?? [])])}
        />
      </label>
      {first === undefined ? null : <IconButton isSmall icon={X} label={t('imports.unchoose')} onClick={handleClear} />}
    </span>
  )
}
