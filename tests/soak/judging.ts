// Applies the rules to each kind of step.
import type { State } from './states.ts'
import { judgePurge, judgeRestore } from './restoring.ts'
import { isSeen } from './looking.ts'
import { judgeTransfer } from './transferring.ts'
import { type Circumstances, lead, refuse, type Verdict } from './verdict.ts'
import { judgeDelete, judgeNewFolder, judgeSave, judgeStream, judgeUpload, judgeVersion } from './writing.ts'

export function judge(state: State, circumstances: Circumstances): Verdict {
  const { answered } = circumstances
  const { wish } = answered.step
  switch (wish.kind) {
    case 'post':
    case 'tus':
      return judgeUpload(state, wish, circumstances)
    case 'put':
      return judgeSave(state, wish, circumstances)
    case 'stream':
      return judgeStream(state, wish, circumstances)
    case 'folder':
      return judgeNewFolder(state, wish)
    case 'delete':
      return judgeDelete(state, wish, circumstances)
    case 'rename':
      return judgeTransfer(state, wish, circumstances)
    case 'copy':
      return judgeTransfer(state, wish, circumstances, state.pins.get(answered.step.id))
    case 'restore':
      return judgeRestore(state, wish, circumstances)
    case 'purge':
      return judgePurge(state, answered.note ?? wish.note)
    case 'version':
      return judgeVersion(state, wish, circumstances)
    case 'look':
      return isSeen(state, wish.path, answered.seen ?? null) ? lead(state) : refuse()
  }
}
