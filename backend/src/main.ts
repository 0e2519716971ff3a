// Starts the API.
import { runApi } from './run-api.ts'

void runApi()
