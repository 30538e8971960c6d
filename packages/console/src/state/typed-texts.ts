/** The texts of the page, each with what tells of it what was typed and not told yet. */
const texts = new Set<() => void>()

/** @returns what ends it */
export function addTypedText(tell: () => void): () => void {
  texts.add(tell)
  return () => texts.delete(tell)
}

/** Nothing acts on a text before the page knows all of it. */
export function tellTyped(): void {
  for (const tell of texts) tell()
}

/** Keys that do more than to type. */
const isCommand = (event: KeyboardEvent): boolean =>
  ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) ||
  /^(?:F\d+|Tab|Escape)$/.test(event.key)

/** To be called before anything else listens: what is typed is told before a click, a command, and before the page is left. */
export function tellTypedInTime(): void {
  for (const event of ['pointerdown', 'click', 'popstate', 'beforeunload']) addEventListener(event, tellTyped, true)
  addEventListener('keydown', event => isCommand(event) && tellTyped(), true)
}
