// What a camera wrote into a photo (Exif).
import { z } from 'zod'

export const photo = z.strictObject({
  camera: z.string().optional().describe('Maker and model.'),
  lens: z.string().optional(),
  taken: z.string().optional().describe("ISO 8601 without a time zone, as the camera's clock showed it."),
  aperture: z.number().positive().optional().describe('The f-number.'),
  exposure: z.number().positive().optional().describe('Seconds.'),
  iso: z.number().positive().optional(),
  focalLength: z.number().positive().optional().describe('Millimetres.'),
  place: z
    .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .optional()
    .describe('Where it was taken, in degrees (WGS 84).'),
})
export type Photo = z.infer<typeof photo>
