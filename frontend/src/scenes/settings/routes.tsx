import { Navigate, type RouteObject } from 'react-router-dom'
import { SETTINGS_PLACES } from './places.ts'
import { SettingsScreen } from './SettingsScreen.tsx'

/** The addresses below `/settings`. */
export const settingsRoutes: RouteObject[] = [
  // A separate address for a section of the profile.
  { path: 'sessions', element: <Navigate to="/settings/profile#sessions" replace /> },
  { index: true, element: <Navigate to="/settings/profile" replace /> },
  ...SETTINGS_PLACES.flatMap((place) =>
    Object.entries(place.screens).map(([path, Screen]): RouteObject => ({
      path,
      element: <SettingsScreen place={place} Screen={Screen} />,
    })),
  ),
]
