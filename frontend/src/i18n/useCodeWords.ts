import { useTexts } from './useTexts.ts'

/** Translations for the text field's own parts, by the library's English texts. */
export function useCodeWords(): Readonly<Record<string, string>> {
  const { t } = useTexts()
  return {
    Find: t('editor.find.find'),
    Replace: t('editor.find.replaceWith'),
    next: t('editor.find.next'),
    previous: t('editor.find.previous'),
    all: t('editor.find.all'),
    'match case': t('editor.find.case'),
    regexp: t('editor.find.regexp'),
    'by word': t('editor.find.word'),
    replace: t('editor.find.replace'),
    'replace all': t('editor.find.replaceAll'),
    close: t('editor.find.close'),
    'current match': t('editor.find.current'),
    'on line': t('editor.find.onLine'),
    'replaced match on line $': t('editor.find.replaced'),
    'replaced $ matches': t('editor.find.replacedAll'),
    'Go to line': t('editor.find.goTo'),
    go: t('editor.find.go'),
    'Control character': t('editor.control'),
    'Selection deleted': t('editor.selectionDeleted'),
    '$ unchanged lines': t('editor.unchanged'),
    Accept: t('editor.acceptMine'),
    Reject: t('editor.acceptTheirs'),
  }
}
