// Moves deleted versions out of a writer's way. Somebody may restore them between the check and the removal, so the
// journal holds the place meanwhile.
import type { S3Client } from '@aws-sdk/client-s3'
import { type InTheWay, moveAside, versionsInTheWay } from '../names.ts'
import { pathText } from '../paths.ts'
import { translateS3Error, translating } from '../s3-errors.ts'
import type { Holding } from './holding.ts'
import { isFenced } from './worker.ts'

/**
 * Moves deleted versions out of the way of a writer, who checks again afterwards.
 * @throws AppError `conflict`, `isFolder` where something exists there by now; `locked` while something else holds the
 * place; `unavailable`
 */
export async function clearTheWay(holding: Holding, inTheWay: InTheWay): Promise<void> {
  const { core } = holding.context
  const { at } = inTheWay
  const clear = async (client: S3Client) => {
    const versions = await translating(() => versionsInTheWay(core, inTheWay))
    await core.failpoints.at('writer.clears', pathText(at))
    await moveAside({ core, client }, at.bucket, versions)
  }
  try {
    await core.rules.holdingPlace(holding, { at, purpose: 'aside', waits: true }, (owner) => clear(owner.client))
  } catch (error) {
    // The lease ran out. Whoever takes over closes the operation, and the writer's next check waits for that.
    if (!isFenced(error)) throw translateS3Error(error)
  }
}
