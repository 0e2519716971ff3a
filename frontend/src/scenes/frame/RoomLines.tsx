import { observer } from 'mobx-react-lite'
import { FullnessBar } from '../../components/FullnessBar.tsx'
import { useRooms } from './useRooms.ts'

/** A line and a bar for each limited storage space; nothing if there is none. */
export const RoomLines = observer(function RoomLines() {
  return useRooms().map(({ key, label, text, percent }) => (
    <div key={key} className="room">
      <div className="line">
        <span dir="auto">{label}</span>
        <span className="num">{text}</span>
      </div>
      <FullnessBar percent={percent} label={label} text={text} />
    </div>
  ))
})
