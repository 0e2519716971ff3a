// Lists uploads again that a reload or an earlier visit has interrupted.
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

export function useUploads(): void {
  const root = useRoot()
  const userId = root.session.user?.id ?? null
  useEffect(() => {
    void root.uploads.follow(userId)
    return () => void root.uploads.follow(null)
  }, [root, userId])
}
