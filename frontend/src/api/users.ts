import type { PeopleUsage, UserFields, UserRecord } from '../../../backend/contract/users.ts'
import type { Http } from './http.ts'

/** What people may change in their own record without being an administrator. */
export type Preferences = Pick<
  UserRecord,
  'locale' | 'viewMode' | 'singleClick' | 'dateFormat' | 'hideDotfiles' | 'sorting'
>

/** The fields of a person. A password is only ever sent to the server. */
export type PersonBody = Omit<UserFields, 'id'>

/** What happens to the files of a person who is removed. */
export type FilesFate = 'keep' | 'remove'

/** People (api-contract 8). */
export function createUsersApi(http: Http) {
  const at = (id: number) => `/api/users/${id}`
  /** Stores the named fields and leaves the rest alone. `current`: the own password, if it has to be proven. */
  const update = async (id: number, changes: Partial<PersonBody>, current?: string): Promise<void> => {
    const proof = current === undefined ? {} : { current_password: current }
    await http.request('PUT', at(id), {
      json: { what: 'user', which: Object.keys(changes), data: { id, ...changes }, ...proof },
    })
  }
  return {
    list: () => http.json<UserRecord[]>('GET', '/api/users'),
    usage: () => http.json<PeopleUsage>('GET', '/api/users/usage'),
    update,
    /** Returns the id of the new person, which is the end of their page's address. */
    async create(fields: Partial<PersonBody>): Promise<number> {
      const response = await http.request('POST', '/api/users', { json: { what: 'user', which: [], data: fields } })
      return Number(response.headers.get('Location')?.split('/').at(-1))
    },
    async remove(id: number, files: FilesFate): Promise<void> {
      await http.request('DELETE', at(id), { query: { files } })
    },
  }
}
