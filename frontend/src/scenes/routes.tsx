import { type RouteObject, useRoutes } from 'react-router-dom'
import { EMULATOR_PATH } from '../../../backend/contract/rom-systems.ts'
import { fetched, PartSuspense } from '../components/fetched.tsx'
import type { ErrorSceneProps } from './errors/ErrorScene.tsx'
import { fetchedScreen, PartFailure } from './errors/PartFailure.tsx'
import { Frame } from './frame/Frame.tsx'
import { FrameIfSignedIn, RequireLogin, ToFiles } from './frame/guards.tsx'
import { PLACES } from './places.ts'

const LoginAgain = fetchedScreen(async () => (await import('./login/LoginAgain.tsx')).LoginAgain)

const Emulator = fetchedScreen(async () => (await import('./emulator/EmulatorScene.tsx')).EmulatorScene, 'leisure')

const Archive = fetchedScreen(async () => (await import('./archive/ArchiveScene.tsx')).ArchiveScene)

const ErrorScene = fetched<ErrorSceneProps>({
  load: async () => (await import('./errors/ErrorScene.tsx')).ErrorScene,
  // The frame is never empty: it keeps the screen before.
  waiting: 'none',
  renderFailure: (_, missing) => <PartFailure {...missing} isPage />,
})

/** The addresses below the base path. Any other address is taken for a path in the person's files. */
const ROUTES: RouteObject[] = [
  {
    path: '/login',
    element: (
      <PartSuspense fallback={null}>
        <LoginAgain />
      </PartSuspense>
    ),
  },
  {
    element: <FrameIfSignedIn />,
    children: [
      { path: '/403', element: <ErrorScene kind="forbidden" /> },
      { path: '/404', element: <ErrorScene kind="notFound" /> },
      { path: '/500', element: <ErrorScene kind="internal" /> },
    ],
  },
  {
    element: <RequireLogin />,
    children: [
      { path: EMULATOR_PATH, element: <Emulator /> },
      {
        element: <Frame />,
        children: [
          ...PLACES.map(({ path, Screen }) => ({ path: `${path}/*`, element: <Screen /> })),
          { path: '/archive/*', element: <Archive /> },
        ],
      },
    ],
  },
  { path: '*', element: <ToFiles /> },
]

/** The screen for the address. */
export const Screens = () => useRoutes(ROUTES)
