// Versions of yt-dlp that an administrator may choose.
import { z } from 'zod'

/** As the Python index writes them (PEP 440): `2026.10.26`, `2026.11.20.232801.dev0`. */
export const ytDlpVersion = z
  .string()
  .max(40)
  .regex(/^\d+(?:\.\d+){1,4}(?:\.(?:dev|post)\d+)?$/)

/** Answer of `GET /api/yt-dlp`. Versions are null for the one that came with the installation. */
export const ytDlpState = z.strictObject({
  canChoose: z.boolean().describe('Whether versions may be chosen (`YTDLP_UPDATES`).'),
  chosen: ytDlpVersion.nullable(),
  before: z
    .strictObject({ version: ytDlpVersion.nullable() })
    .nullable()
    .describe('What was chosen before, which is kept; null if nothing was.'),
  inUse: z.array(z.string()).describe('What the running workers use, as it names itself.'),
  refused: z
    .array(z.string())
    .describe('Chosen versions that a running worker could not run, so that it uses another.'),
})
export type YtDlpState = z.infer<typeof ytDlpState>

export const ytDlpRelease = z.strictObject({
  version: ytDlpVersion,
  released: z.string().nullable().describe('RFC 3339.'),
  isPreview: z.boolean().describe('Made each night, and not tried as much.'),
})
export type YtDlpRelease = z.infer<typeof ytDlpRelease>

/** Answer of `GET /api/yt-dlp/releases`. */
export const ytDlpReleaseList = z.strictObject({ items: z.array(ytDlpRelease).describe('The latest first.') })

/** Body of `PUT /api/yt-dlp`. */
export const chooseYtDlpBody = z.object({
  version: ytDlpVersion.nullable().describe('Null for the one that came with the installation.'),
})
