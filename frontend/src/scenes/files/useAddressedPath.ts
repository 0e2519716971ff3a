import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { filesUrl, pathOfUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Opens the folder or file in the page's address. Returns its path. */
export function useAddressedPath(): string {
  const { listing } = useRoot()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { path, isDir } = pathOfUrl(pathname)
  useLayoutEffect(() => {
    listing.enter()
    return () => listing.leave()
  }, [listing])
  // A layout effect, as the one above: React undoes and repeats these alone when it hides a screen for a while.
  useLayoutEffect(() => {
    let isCurrent = true
    const show = async () => {
      const isFolder = await listing.open(path, isDir)
      // A folder's address ends in a slash and a file's does not, whatever was typed.
      if (isCurrent && isFolder !== null && isFolder !== isDir)
        await navigate(filesUrl(path, isFolder) + window.location.search, { replace: true })
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [listing, navigate, path, isDir])
  return path
}
