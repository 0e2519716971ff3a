export interface SettingsSkeletonProps {
  className: string
  /** How many rows each group has. */
  groups: readonly number[]
}

/** Stands for groups of settings until they are loaded. It appears after a moment, in the size of the real content. */
export function SettingsSkeleton({ className, groups }: SettingsSkeletonProps) {
  return (
    <div className={`column ${className}`} aria-busy="true">
      {groups.map((rows) => (
        <div key={rows} className="set-group set-rows" aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="set">
              <span className="skeleton" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
