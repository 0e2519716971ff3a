// What a stage of the tests is.
/** How many tests a stage ran, and how they ended. */
export interface Count {
  passed: number
  failed: number
  skipped: number
  /** What failed, in some lines each. */
  failures?: string[]
  /** Tests that failed and then passed when repeated, as `FILE › TEST`. */
  unsteady?: string[]
}

/** The input of a stage. */
export interface StageContext {
  env: NodeJS.ProcessEnv
  /** Arguments for the test tool, from the command line. */
  extra: string[]
  isFull: boolean
  /** Gets each line of the tool's output. */
  say(line: string): void
}

/**
 * What must run or be installed before. `site`: a Nido for this stage. `media`: ffmpeg. `videos`: yt-dlp. `others`:
 * another S3 server, rclone, nginx and promtool. `edge`: helm, nginx and HAProxy.
 * `otherDatabase`: mongo-java-server, instead of the embedded one. `chart`: helm, what checks its output, and MinIO's
 * client. `cluster`: Kubernetes and the images of Nido. `engines`: browsers of other engines than Chromium's.
 */
export type Need =
  | 'site'
  | 'page'
  | 'browser'
  | 'media'
  | 'videos'
  | 'others'
  | 'edge'
  | 'otherDatabase'
  | 'chart'
  | 'cluster'
  | 'engines'

/** One stage. `needs` says what has to run or be installed before. */
export interface Stage {
  name: string
  needs: ReadonlySet<Need>
  /**
   * The stages of a lane run one after another, and the two lanes in parallel: one mostly waits for clocks, leases and
   * pages, the other mostly computes.
   */
  lane: 1 | 2
  /** Whether it belongs to the long form of the tests alone. */
  isLong?: boolean
  /** Whether it runs only when it is named: it takes long, and needs what not every machine has. */
  isExtra?: boolean
  /** Whether all of it may be skipped, on a machine that has not what it needs. */
  canBeSkipped?: boolean
  run(context: StageContext): Promise<Count>
}
