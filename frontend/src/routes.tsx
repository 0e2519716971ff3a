import { Suspense } from 'react'
import { type RouteObject, useRoutes } from 'react-router-dom'
import { isAtOrBelow } from './lib/paths.ts'
import { ErrorScene } from './scenes/errors/ErrorScene.tsx'
import { fetchedScreen } from './scenes/errors/PartFailure.tsx'
import { RequireLogin, ToFiles } from './scenes/frame/guards.tsx'
import { LoginScene } from './scenes/login/LoginScene.tsx'
import { FILES_PLACE, OTHER_PLACES } from './scenes/places.ts'
import { settingsRoutes } from './scenes/settings/routes.tsx'

// What nearly everybody sees first comes with the frame, and not after it.
const Frame = fetchedScreen(async () => {
  const [{ Frame }] = await Promise.all([import('./scenes/frame/Frame.tsx'), import('./scenes/files/FilesScene.tsx')])
  return Frame
}, 'first')
const ShareScene = fetchedScreen(async () => (await import('./scenes/share/ShareScene.tsx')).ShareScene, false)

/** The page's addresses, below the base path. What is none of them is taken for a path in the person's files. */
const ROUTES: RouteObject[] = [
  { path: '/login', element: <LoginScene /> },
  {
    path: '/share/*',
    element: (
      <Suspense fallback={null}>
        <ShareScene />
      </Suspense>
    ),
  },
  { path: '/403', element: <ErrorScene kind="forbidden" /> },
  { path: '/404', element: <ErrorScene kind="notFound" /> },
  { path: '/500', element: <ErrorScene kind="internal" /> },
  {
    element: <RequireLogin />,
    children: [
      {
        element: (
          <Suspense fallback={null}>
            <Frame />
          </Suspense>
        ),
        children: [FILES_PLACE, ...OTHER_PLACES].map(({ path, Screen }) =>
          path === '/settings'
            ? { path, element: <Screen />, children: settingsRoutes }
            : { path: `${path}/*`, element: <Screen /> },
        ),
      },
    ],
  },
  { path: '*', element: <ToFiles /> },
]

/** What the address leads to. */
export const Screens = () => useRoutes(ROUTES)

/**
 * Fetches the screen that an address (below the base path) leads to, so that the first drawing has it. What does not
 * come is told in its place.
 */
export async function fetchFirstScreen(pathname: string, isSignedIn: boolean): Promise<void> {
  const inFrame = isSignedIn && !isAtOrBelow(pathname, '/login') ? Frame : null
  const screen = isAtOrBelow(pathname, '/share') ? ShareScene : inFrame
  await screen?.load().catch(() => undefined)
}
