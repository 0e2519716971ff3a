// The service worker of the page, at {base}/sw.js: it keeps the page for times without a connection (shell.ts), and
// shows what is pushed (push.ts). It is one file, so it imports nothing that pages import.
import { answer, keepFiles, keepShell, removeOthers } from './shell.ts'
import { openPath, showPush, wordsIn } from './push.ts'
import { scope } from './scope.ts'

// A new worker begins at once: pages go to the network first, and files are named by their content.
scope.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => scope.skipWaiting()))
})
scope.addEventListener('activate', (event) => {
  event.waitUntil(removeOthers().then(() => scope.clients.claim()))
})
scope.addEventListener('fetch', answer)
scope.addEventListener('message', (event) => {
  event.waitUntil(keepFiles(event.data))
})
scope.addEventListener('push', (event) => {
  event.waitUntil(showPush(wordsIn(event.data)))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath(String((event.notification.data as { path?: unknown } | null)?.path ?? '')))
})
