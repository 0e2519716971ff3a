import { FileCode, Image as ImageIcon, Trash2, Upload } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { BrandPart } from '../../../../backend/contract/branding.ts'
import { BRAND_MAX_BYTES, BRAND_SIDE_MAX } from '../../../../backend/contract/branding-limits.ts'
import { ApiError } from '../../api/http.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { pickFile } from '../../lib/pick-files.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { type ControlProps, SettingRow } from '../settings/SettingRow.tsx'
import { type SaveState, useSaving } from '../settings/useSaving.ts'
import { householdOf } from '../../stores/HouseholdStore.ts'

/** The household's own logo, icon or style sheet. It is saved as soon as it is chosen, and shown at once. */
export const BrandFileRow = observer(function BrandFileRow({ part }: { part: BrandPart }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const { size, number } = useFormat()
  const { state, put, remove } = useBrandFile(part)
  const file = household.branding?.[part] ?? null
  const title = t(`household.file.${part}`)
  const isSaving = state === 'saving'
  return (
    <SettingRow
      isTall
      title={title}
      description={t(`household.file.${part}Lead`, {
        size: size(BRAND_MAX_BYTES[part]),
        pixels: number(BRAND_SIDE_MAX),
      })}
      state={state}
    >
      {(control) => (
        <div className="brand-file">
          {file === null ? (
            <span className="small faint">{t('household.file.none')}</span>
          ) : (
            <Shown part={part} address={file.address} size={size(file.size)} />
          )}
          <ChooseButton control={control} title={title} hasFile={file !== null} isSaving={isSaving} onClick={put} />
          {file === null ? null : (
            <IconButton
              icon={Trash2}
              isSmall
              label={t('household.file.removeOf', { name: title })}
              disabled={isSaving}
              onClick={remove}
            />
          )}
        </div>
      )}
    </SettingRow>
  )
})

/** Uploads and removes the file, and reports the progress. */
function useBrandFile(part: BrandPart) {
  const household = householdOf(useRoot())
  const { size, number } = useFormat()
  const { state, save } = useSaving()
  const put = async () => {
    const chosen = await pickFile()
    if (chosen === null) return
    await save(async () => {
      if (chosen.size > BRAND_MAX_BYTES[part]) throw new ApiError(413, 'tooLarge', 'larger than the server takes')
      await household.putFile(part, chosen)
    })
  }
  const explained = (): SaveState => {
    const key = typeof state === 'object' ? state.key : null
    // If the server refuses the file itself, the row says which files are accepted.
    if (key === 'error.badRequest')
      return { key: `household.file.${part}Trouble`, values: { pixels: number(BRAND_SIDE_MAX) } }
    if (key === 'error.tooLarge')
      return { key: 'household.file.tooLarge', values: { size: size(BRAND_MAX_BYTES[part]) } }
    return state
  }
  return {
    state: explained(),
    put: () => void put(),
    remove: () => void save(() => household.removeFile(part)),
  }
}

interface ChooseButtonProps {
  control: ControlProps
  /** The name of the file's role. */
  title: string
  hasFile: boolean
  isSaving: boolean
  onClick(): void
}

function ChooseButton({ control, title, hasFile, isSaving, onClick }: ChooseButtonProps) {
  const { t } = useTexts()
  return (
    <button
      {...control}
      type="button"
      className="button small"
      aria-label={t(hasFile ? 'household.file.replaceOf' : 'household.file.chooseOf', { name: title })}
      aria-busy={isSaving}
      disabled={isSaving}
      onClick={onClick}
    >
      <Upload className="icon" aria-hidden="true" />
      <span className="label">{t(hasFile ? 'household.file.replace' : 'household.file.choose')}</span>
    </button>
  )
}

function Shown({ part, address, size }: { part: BrandPart; address: string; size: string }) {
  const Icon = part === 'css' ? FileCode : ImageIcon
  return (
    <span className="line small faint num">
      {part === 'css' ? <Icon className="icon" aria-hidden="true" /> : <img src={address} alt="" />}
      {size}
    </span>
  )
}
