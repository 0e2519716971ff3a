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
import { SettingRow } from '../settings/SettingRow.tsx'
import { useSaving } from '../settings/useSaving.ts'
import { householdOf } from '../../stores/HouseholdStore.ts'

/** A logo, an icon or a style sheet of the household's own: kept as soon as it is chosen, and shown at once. */
export const BrandFileRow = observer(function BrandFileRow({ part }: { part: BrandPart }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const { size, number } = useFormat()
  const { state, save } = useSaving()
  const file = household.branding?.[part] ?? null
  const most = BRAND_MAX_BYTES[part]
  // What the server refuses here is the file; which files it takes stands in the row.
  const isRefused = typeof state === 'object' && state.key === 'error.badRequest'
  const pixels = number(BRAND_SIDE_MAX)
  const title = t(`household.file.${part}`)
  const put = async () => {
    const chosen = await pickFile()
    if (chosen === null) return
    await save(async () => {
      if (chosen.size > most) throw new ApiError(413, 'tooLarge', 'larger than the server takes')
      await household.putFile(part, chosen)
    })
  }
  return (
    <SettingRow
      isTall
      title={title}
      description={t(`household.file.${part}Lead`, { size: size(most), pixels })}
      state={
        isRefused
          ? { key: `household.file.${part}Trouble`, values: { pixels } }
          : typeof state === 'object' && state.key === 'error.tooLarge'
            ? { key: 'household.file.tooLarge', values: { size: size(most) } }
            : state
      }
    >
      {(control) => (
        <div className="brand-file">
          {file === null ? (
            <span className="small faint">{t('household.file.none')}</span>
          ) : (
            <Shown part={part} address={file.address} size={size(file.size)} />
          )}
          <button
            {...control}
            type="button"
            className="button small"
            aria-label={t(file === null ? 'household.file.chooseOf' : 'household.file.replaceOf', { name: title })}
            aria-busy={state === 'saving'}
            disabled={state === 'saving'}
            onClick={() => void put()}
          >
            <Upload className="icon" aria-hidden="true" />
            <span className="label">{t(file === null ? 'household.file.choose' : 'household.file.replace')}</span>
          </button>
          {file === null ? null : (
            <IconButton
              icon={Trash2}
              isSmall
              label={t('household.file.removeOf', { name: title })}
              disabled={state === 'saving'}
              onClick={() => void save(() => household.removeFile(part))}
            />
          )}
        </div>
      )}
    </SettingRow>
  )
})

function Shown({ part, address, size }: { part: BrandPart; address: string; size: string }) {
  const Icon = part === 'css' ? FileCode : ImageIcon
  return (
    <span className="line small faint num">
      {part === 'css' ? <Icon className="icon" aria-hidden="true" /> : <img src={address} alt="" />}
      {size}
    </span>
  )
}
