// Starts a worker.
import { runWorker } from './run-worker.ts'

void runWorker()
