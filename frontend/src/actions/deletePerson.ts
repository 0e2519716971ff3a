import type { UserRecord } from '../../../backend/contract/users.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Deletes a person, after a question that also decides what happens to their files. */
export async function deletePerson(root: RootStore, person: UserRecord): Promise<void> {
  if ((await root.ui.ask('deletePerson', { person })) === null) return
  root.toasts.success({ key: 'people.deleted', values: { name: person.username } })
  root.navigate('/settings/users', { replace: true })
}
