import { StreamLanguage } from '@codemirror/language'

/** Mustache, in whatever it stands. */
export const templateSyntax = StreamLanguage.define<null>({
  name: 'template',
  startState: () => null,
  token(stream) {
    if (stream.match(/^\{\{\{?[^}]*\}?\}\}/)) return 'macroName'
    if (stream.match(/^"(?:[^"\\{]|\\.)*"(?=\s*:)/)) return 'propertyName'
    stream.next()
    stream.eatWhile(/[^{"]/)
    return null
  },
})
