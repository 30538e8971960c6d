import { findSegmentFault } from '@sluice/contracts'

/** Scripts of everyday use (Unicode 31, "Recommended Scripts"), and those that are written together (Unicode 39, "Highly Restrictive"). */
const SCRIPTS: readonly (readonly string[])[] = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Devanagari'],
  ...['Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai'],
  ...['Lao', 'Tibetan', 'Myanmar', 'Khmer'],
]
  .map(script => [script])
  .concat([
    ['Latin', 'Han', 'Hiragana', 'Katakana'],
    ['Latin', 'Han', 'Bopomofo'],
    ['Latin', 'Han', 'Hangul'],
  ])

const ONE_SCRIPT = SCRIPTS.map(scripts => {
  const ofThese = [...scripts, 'Common', 'Inherited'].map(script => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[${ofThese.join('')}]*$`, 'u')
})

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
/** ASCII, and letters, marks and digits of everywhere. */
const USUAL = /^[\x20-\x7e\p{L}\p{M}\p{Nd}]*$/u

/**
 * Judges the name of a new user: one that a path can carry and that nobody takes for another one by how it looks.
 * @returns why it can not be, as a sentence, or undefined
 */
export function findNewNameFault(name: string): string | undefined {
  if (/^\s|\s$|\s\s/u.test(name)) return 'A user name has no white space around it, and none twice in a row.'
  if (INVISIBLE.test(name)) return 'A user name has no control, invisible or unassigned characters.'
  if (name.normalize('NFC') !== name) return 'A user name is in the normal form NFC. Send it composed.'
  if (!USUAL.test(name)) return 'A user name consists of letters, digits, blanks and the signs of ASCII.'
  if (!ONE_SCRIPT.some(pattern => pattern.test(name))) return 'The letters of a user name are of one script.'
  const fault = findSegmentFault(name)
  return fault && `No path could name this user: ${fault}`
}

/** Letters of other scripts that look like Latin ones, as small letters or as capitals; in lower case. */
const TWINS = new Map(
  [
    ...['аa', 'еe', 'оo', 'рp', 'сc', 'уy', 'хx', 'іi', 'јj', 'ѕs', 'ԁd', 'һh', 'ԛq', 'ԝw', 'ѵv', 'ӏl', 'вb', 'кk'],
    ...['мm', 'нh', 'тt', 'гr', 'пn', 'αa', 'βb', 'εe', 'ηn', 'ιi', 'κk', 'μm', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx'],
    ...['γy', 'ωw', 'ζz', 'օo', 'սu', 'հh', 'ոn', 'ցg', 'զq', 'ѡw', 'ɑa', 'ɡg', 'ɩi', 'ıi', 'ʏy', 'ɪi'],
  ].map(([twin = '', letter = '']) => [twin, letter]),
)

/** One step may bring together what another one folds: a letter and its accent, blanks, an I and its dot. */
const MAX_STEPS = 5

/** What names that look alike have in common: case, composition, width and twins from other scripts folded. */
export function foldUserName(name: string): string {
  let folded = name
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = foldOnce(folded)
    if (next === folded) break
    folded = next
  }
  return folded
}

function foldOnce(name: string): string {
  const visible = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const folded = visible.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
  const plain = folded.replaceAll('i\u0307', 'i').replaceAll(/\s+/gu, ' ').trim()
  return Array.from(plain, letter => TWINS.get(letter) ?? letter).join('')
}
