import { Suspense } from 'react'
import type { RouteObject } from 'react-router-dom'
import { ErrorScene } from './scenes/errors/ErrorScene.tsx'
import { fetchedScreen } from './scenes/errors/PartFailure.tsx'
import { ScreenFailure } from './scenes/errors/ScreenFailure.tsx'
import { FilesScene } from './scenes/files/FilesScene.tsx'
import { Frame } from './scenes/frame/Frame.tsx'
import { RequireLogin, ToFiles } from './scenes/frame/guards.tsx'
import { LoginScene } from './scenes/login/LoginScene.tsx'
import { settingsRoutes } from './scenes/settings/routes.tsx'

const SettingsScene = fetchedScreen(async () => (await import('./scenes/settings/SettingsScene.tsx')).SettingsScene)
const ShareScene = fetchedScreen(async () => (await import('./scenes/share/ShareScene.tsx')).ShareScene)
const TrashScene = fetchedScreen(async () => (await import('./scenes/trash/TrashScene.tsx')).TrashScene)

/**
 * The page's addresses, below the base path. What is none of them is taken for a path in the person's files. The frame
 * has a boundary of its own round its screens.
 */
export const routes: RouteObject[] = [
  {
    errorElement: <ScreenFailure />,
    children: [
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
            element: <Frame />,
            children: [
              { path: '/files/*', element: <FilesScene /> },
              { path: '/trash/*', element: <TrashScene /> },
              { path: '/settings', element: <SettingsScene />, children: settingsRoutes },
            ],
          },
        ],
      },
      { path: '*', element: <ToFiles /> },
    ],
  },
]
