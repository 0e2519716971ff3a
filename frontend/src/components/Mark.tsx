export interface MarkProps {
  /** Address of the household's own logo; '' for Nido's mark. */
  logo: string
}

/** The household's logo, or Nido's: a nest with an egg. The name is shown beside it. */
export function Mark({ logo }: MarkProps) {
  if (logo !== '') return <img className="mark logo" src={logo} alt="" />
  return (
    <svg
      className="mark"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2.6 11.5a9.4 9.4 0 0 0 18.8 0" />
      <path d="M6.9 11.5a5.1 5.1 0 0 0 10.2 0" opacity=".6" />
      <circle cx="12" cy="6.2" r="2.7" fill="currentColor" stroke="none" />
    </svg>
  )
}
