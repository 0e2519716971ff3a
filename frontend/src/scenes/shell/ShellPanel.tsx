// The shell panel: output at the top, the command line below. Each person chooses its height.
import { Eraser, Square, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { shellOf } from '../../stores/ShellStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CommandField } from './CommandField.tsx'
import { ShellScreen } from './ShellScreen.tsx'
import { Sash } from './Sash.tsx'

export const ShellPanel = observer(function ShellPanel() {
  const shell = shellOf(useRoot())
  const { t } = useTexts()
  return (
    <section className="shell" aria-label={t('shell.title')} style={{ height: `${shell.height}em` }}>
      <RootClass name="has-shell" />
      <Sash />
      <header>
        <h2>{t('shell.title')}</h2>
        <span className="push" />
        {shell.running === null ? null : <IconButton icon={Square} label={t('shell.stop')} onClick={shell.cancel} />}
        <IconButton icon={Eraser} label={t('shell.clear')} onClick={shell.clear} />
        <IconButton icon={X} label={t('shell.close')} onClick={shell.close} />
      </header>
      <ShellScreen />
      <CommandField />
    </section>
  )
})
