import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { autorun } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { LINES_MAX, shellOf, type ShownPiece } from '../../stores/ShellStore.ts'
import type { UiStore } from '../../stores/UiStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** How xterm writes the page's own texts (SGR, ECMA-48): in grey, bold, and back to normal. */
const [GREY, STRONG, PLAIN] = ['\u001b[90m', '\u001b[1m', '\u001b[0m']
const SETTLED_MS = 32

/** The output, as a terminal shows it. Typing happens in the field below. */
export const ShellScreen = observer(function ShellScreen() {
  const root = useRoot()
  const { ui } = root
  const shell = shellOf(root)
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  // An administrator need not ask one.
  const noCommands = root.session.can('admin')
    ? t('shell.noOwnCommands', { place: `${t('settings.title')} › ${t('settings.people')}` })
    : t('shell.noCommands')

  useEffect(() => {
    const { current } = place
    if (current === null) return
    const terminal = openTerminal(current, t('shell.output'))
    const write = (line: ShownPiece) => terminal.writeln(written(line, t))
    terminal.writeln(`${GREY}${shell.hasCommands ? t('shell.welcome') : noCommands}${PLAIN}`)
    shell.lines.forEach(write)
    const stopListening = shell.listen((lines) => {
      if (lines === null) terminal.clear()
      else lines.forEach(write)
    })
    const stopFitting = fitTo(current, terminal)
    const stopPainting = paintAs(current, { terminal, ui })
    return () => {
      stopListening()
      stopPainting()
      stopFitting()
      terminal.dispose()
    }
  }, [shell, ui, t, noCommands])

  const focusPrompt = () => {
    if (window.getSelection()?.isCollapsed !== false) shell.callPrompt()
  }
  // The click is only a shortcut: the field below can be reached with the keyboard.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  return <div ref={place} className="screen" dir="ltr" onClick={focusPrompt} />
})

function openTerminal(element: HTMLElement, label: string): Terminal {
  const style = getComputedStyle(element)
  const terminal = new Terminal({
    disableStdin: true,
    convertEol: true,
    scrollback: LINES_MAX,
    screenReaderMode: true,
    cursorStyle: 'bar',
    cursorInactiveStyle: 'none',
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    theme: themeOf(element),
  })
  terminal.open(element)
  // Typing happens in the prompt below; the screen is only for reading and scrolling.
  if (terminal.textarea) Object.assign(terminal.textarea, { tabIndex: -1, readOnly: true, ariaLabel: label })
  return terminal
}

/** The text that the terminal gets for a piece. */
function written(line: ShownPiece, t: ReturnType<typeof useTexts>['t']): string {
  if (line.kind === 'typed') return `${GREY}${line.folder} $${PLAIN} ${STRONG}${line.text}${PLAIN}`
  return line.kind === 'output' ? line.text : `${GREY}${t(`shell.${line.reason}`)}${PLAIN}`
}

/** Gives the terminal as many columns and rows as fit into the element. The returned function stops this. */
function fitTo(element: HTMLElement, terminal: Terminal): () => void {
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  let settled: ReturnType<typeof setTimeout> | undefined
  const watch = new ResizeObserver(() => {
    clearTimeout(settled)
    settled = setTimeout(() => fit.fit(), SETTLED_MS)
  })
  watch.observe(element)
  return () => {
    watch.disconnect()
    clearTimeout(settled)
  }
}

/** Gives the terminal the page's colours whenever they change. The returned function stops this. */
function paintAs(element: HTMLElement, { terminal, ui }: { terminal: Terminal; ui: UiStore }): () => void {
  const paint = () => {
    terminal.options.theme = themeOf(element)
  }
  // The theme is set on the page first; its colours are read afterwards.
  const stopPainting = autorun(() => {
    if (ui.theme) requestAnimationFrame(paint)
  })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', paint)
  return () => {
    stopPainting()
    system.removeEventListener('change', paint)
  }
}

/** The page's current colours, because xterm does not support CSS variables. */
function themeOf(element: HTMLElement): ITheme {
  const probe = element.appendChild(document.createElement('i'))
  const colour = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const theme = {
    background: colour('--surface'),
    foreground: colour('--text'),
    cursor: colour('--text'),
    brightBlack: colour('--text-3'),
    selectionBackground: colour('--accent-soft-2'),
    scrollbarSliderBackground: colour('--line'),
    scrollbarSliderHoverBackground: colour('--line-control'),
  }
  probe.remove()
  return theme
}
