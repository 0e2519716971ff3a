import { Link } from 'react-router-dom'

export interface CrumbTrailProps {
  /** What the trail is, for screen readers. */
  label: string
  /** From the outermost place to the current one, which is the heading. */
  crumbs: readonly { url: string; name: string }[]
}

/** The way to the current place, as the title of a panel. */
export function CrumbTrail({ label, crumbs }: CrumbTrailProps) {
  return (
    <nav aria-label={label}>
      <ol className="breadcrumb">
        {crumbs.map(({ url, name }, index) => (
          <li key={url}>
            {index === crumbs.length - 1 ? (
              <h1 dir="auto">{name}</h1>
            ) : (
              <Link to={url}>
                <span dir="auto">{name}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
