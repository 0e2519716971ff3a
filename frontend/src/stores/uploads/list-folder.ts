import { isFolderResource } from '../../../../backend/contract/resource-kinds.ts'
import type { Api } from '../../api/index.ts'
import { ApiError } from '../../api/http.ts'
import type { ListFolder } from './plan.ts'

/** Fetches the contents of a folder. */
export const listFolder =
  ({ resources }: Pick<Api, 'resources'>): ListFolder =>
  async (path) => {
    try {
      const resource = await resources.get(path)
      return isFolderResource(resource) ? resource.items : null
    } catch (error) {
      if (error instanceof ApiError && error.code === 'notFound') return null
      throw error
    }
  }
