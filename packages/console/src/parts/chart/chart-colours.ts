export type ChartPart = 'delivered' | 'failed' | 'pending' | 'text' | 'grid' | 'zero'

const TOKENS: Readonly<Record<ChartPart, string>> = {
  delivered: '--bar-ok',
  failed: '--bar-bad',
  pending: '--bar-info',
  text: '--text-2',
  grid: '--line-2',
  zero: '--field-line',
}
/** The colours of somebody who has chosen his own for everything. */
const FORCED: Readonly<Record<ChartPart, string>> = {
  delivered: 'CanvasText',
  failed: 'Highlight',
  pending: 'GrayText',
  text: 'CanvasText',
  grid: 'GrayText',
  zero: 'CanvasText',
}
const forced = matchMedia('(forced-colors: active)')

/** The colour of a part of a chart, in the theme that is shown. */
export const chartColour = (part: ChartPart): string =>
  forced.matches ? FORCED[part] : getComputedStyle(document.documentElement).getPropertyValue(TOKENS[part]).trim()

/** Calls back whenever the colours are others: after another theme, and after forced ones. @returns what ends that */
export function onOtherColours(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  forced.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    forced.removeEventListener('change', changed)
  }
}
