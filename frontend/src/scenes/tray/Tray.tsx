// The tray: all that runs for the person in one place, whatever screen is shown. Minimised it is the ring in the top
// bar.
import { observer } from 'mobx-react-lite'
import { fetched } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PartFailure } from '../errors/PartFailure.tsx'

const TraySheet = fetched<object>({
  load: withTexts(async () => (await import('./TraySheet.tsx')).TraySheet),
  isPrefetched: true,
  renderFailure: (_, missing) => (
    <section className="tray">
      <PartFailure {...missing} />
    </section>
  ),
})

export const Tray = observer(function Tray() {
  const { tray } = useRoot()
  return tray.isOpen && !tray.isEmpty ? <TraySheet /> : null
})
