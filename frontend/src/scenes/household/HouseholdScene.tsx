// The settings of the household: one form, saved as a whole, except for files, which are saved when they are chosen.
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect } from 'react'
import { SettingsSkeleton } from '../../components/SettingsSkeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { RulesEditor } from '../settings/RulesEditor.tsx'
import { SaveBar } from '../settings/SaveBar.tsx'
import { useFirstWrong } from '../settings/useFirstWrong.ts'
import { useLeaveQuestion } from '../frame/useLeaveQuestion.ts'
import { useSaving } from '../settings/useSaving.ts'
import { BrandRows } from './BrandRows.tsx'
import { HookFields } from './HookFields.tsx'
import { ImportRows } from './ImportRows.tsx'
import { KeepingRows } from './KeepingRows.tsx'
import { NewPeopleRows } from './NewPeopleRows.tsx'
import { SignUpRows } from './SignUpRows.tsx'
import { YtDlpRows } from './YtDlpRows.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

export const HouseholdScene = observer(function HouseholdScene() {
  const household = householdOf(useRoot())
  useEffect(() => {
    void household.load()
    return household.forget
  }, [household])
  const { form } = household
  const { error } = household.stored
  useLeaveQuestion(() => household.isDirty)
  if (form === null && error !== null)
    return <Failure kind={error.code === 'network' ? 'network' : 'internal'} onRetry={() => void household.load()} />
  return form === null ? <SettingsSkeleton className="household" groups={[5, 4, 3]} /> : <HouseholdForm form={form} />
})

const HouseholdForm = observer(function HouseholdForm({ form }: { form: HouseForm }) {
  const root = useRoot()
  const { toasts } = root
  const household = householdOf(root)
  const { t } = useTexts()
  const { state, save } = useSaving()
  const { form: element, showFirstWrong } = useFirstWrong()
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'saving') return
    if (!(await household.check())) showFirstWrong()
    else if (await save(household.save)) toasts.success({ key: 'household.updated' })
  }
  return (
    <form ref={element} className="column household" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <BrandRows form={form} />
      <SignUpRows form={form} />
      <NewPeopleRows form={form} />
      <KeepingRows form={form} />
      <ImportRows fields={form.imports} />
      <YtDlpRows />
      <section className="set-group">
        <h2>{t('rules.title')}</h2>
        <p>{t('household.rulesLead')}</p>
        <RulesEditor
          rules={form.rules}
          troubles={household.ruleTroubles}
          onChange={(rules) => household.change({ rules })}
        />
      </section>
      <HookFields form={form} />
      <SaveBar
        isDirty={household.isDirty}
        state={household.isWrong ? { key: 'household.wrong' } : state}
        onDiscard={household.discard}
      />
    </form>
  )
})
