/** What the API says on its output when a worker is needed, to whoever has started it (scripts/start.ts). */
export const WORKER_CALL = 'nido: a worker is needed'
