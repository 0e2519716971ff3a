// The tray: everything that runs for the person in one place, on every screen. Minimised it is the ring in the top bar.
import { observer } from 'mobx-react-lite'
import { fetched } from '../../components/fetched.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { withTexts } from '../../i18n/index.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PartFailure } from '../errors/PartFailure.tsx'
import { useImports } from '../imports/useImports.ts'
import { useWork } from './useWork.ts'

const TraySheet = fetched<object>({
  load: withTexts(async () => (await import('./TraySheet.tsx')).TraySheet),
  isPrefetched: true,
  renderFailure: (_, missing) => (
    <section className="tray">
      <RootClass name="has-tray" />
      <PartFailure {...missing} />
    </section>
  ),
})

const UploadAnnouncer = fetched<object>({
  load: withTexts(async () => (await import('../uploads/UploadAnnouncer.tsx')).UploadAnnouncer),
  isPrefetched: true,
  renderFailure: () => null,
})

export const Tray = observer(function Tray() {
  const root = useRoot()
  const { tray, uploads } = root
  const { underWay } = importsOf(root)
  useWork()
  useImports()
  return (
    <>
      {uploads.isIdle ? null : <UploadAnnouncer />}
      {tray.isOpen && (!tray.isEmpty || underWay.length > 0) ? <TraySheet /> : null}
    </>
  )
})
