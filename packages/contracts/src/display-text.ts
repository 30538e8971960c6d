/** Joiners of emoji and of scripts that need them; anywhere else they are not to be seen. */
const JOINED =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/gu
/** Control characters, those that only format (among them those that turn text round), separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu')
const LINES = /[\t\n\r]/g

/**
 * Why a text can't be the name of something: where it is shown, it would break the line, hide a part of itself or turn
 * the text around it. For names that are given from now on: those that were stored before stay as they are.
 */
export function displayNameFault(text: string): string | undefined {
  if (!text.isWellFormed()) return 'This is not well-formed text.'
  const [unseen] = UNSEEN.exec(text.replace(JOINED, '')) ?? []
  if (unseen === undefined) return undefined
  const code = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `It holds a character that can not be seen (U+${code}). Leave it out.`
}

/** The name that is left of a text without what can't be seen. */
export const displayNameOf = (text: string): string =>
  displayNameFault(text) === undefined ? text : text.toWellFormed().replace(ALL_UNSEEN, '')

/** Says the same of a text of several lines, in which line breaks may stand. */
export const displayTextFault = (text: string): string | undefined => displayNameFault(text.replace(LINES, ''))
