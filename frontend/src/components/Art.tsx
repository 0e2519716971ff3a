// The illustrations of empty and broken pages.
import type { ReactNode } from 'react'

export type ArtName = 'nest' | 'signpost' | 'door' | 'cup'

const DRAWINGS: Record<ArtName, ReactNode> = {
  nest: (
    <>
      <ellipse cx="84" cy="108" rx="58" ry="7" fill="var(--b)" opacity=".6" />
      <path d="M34 58c4 30 24 46 50 46s46-16 50-46z" fill="var(--b)" />
      <path
        d="M28 58h112M36 72c12 6 84 6 96 0M46 88c16 6 60 6 76 0"
        stroke="var(--a)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <path
        d="m22 50 18 10M146 50l-18 10M30 74l14-4M138 74l-14-4"
        stroke="var(--a)"
        strokeWidth="3.5"
        strokeLinecap="round"
        opacity=".45"
      />
      <ellipse
        cx="84"
        cy="44"
        rx="15"
        ry="19"
        fill="var(--paper)"
        stroke="var(--ink)"
        strokeWidth="2.5"
        strokeDasharray="4 5"
      />
    </>
  ),
  signpost: (
    <>
      <path
        d="M14 100c30 0 24-36 54-36 22 0 18 22 34 22"
        stroke="var(--a)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 10"
      />
      <path d="M132 100V36" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round" />
      <path d="M104 34h46l10 11-10 11h-46z" fill="var(--b)" />
      <path d="M118 45h18" stroke="var(--a)" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  door: (
    <>
      <path d="M40 104V54a44 44 0 0 1 88 0v50z" fill="var(--b)" />
      <path d="M54 104V56a30 30 0 0 1 60 0v48z" fill="var(--paper)" stroke="var(--a)" strokeWidth="3.5" />
      <circle cx="102" cy="74" r="4" fill="var(--a)" />
      <path d="M24 104h120" stroke="var(--ink)" strokeWidth="3.5" strokeLinecap="round" />
    </>
  ),
  cup: (
    <>
      <ellipse cx="80" cy="106" rx="54" ry="6" fill="var(--b)" />
      <path
        d="M48 48h64v30a24 24 0 0 1-24 24H72a24 24 0 0 1-24-24z"
        fill="var(--paper)"
        stroke="var(--a)"
        strokeWidth="3.5"
      />
      <path d="M112 56h8a12 12 0 0 1 0 24h-9" stroke="var(--a)" strokeWidth="3.5" />
      <path
        d="M66 36c-5-7 5-10 0-18M80 36c-5-7 5-10 0-18M94 36c-5-7 5-10 0-18"
        stroke="var(--ink)"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".7"
      />
    </>
  ),
}

export function Art({ name }: { name: ArtName }) {
  return (
    <svg className="art" viewBox="0 0 168 120" fill="none" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  )
}
