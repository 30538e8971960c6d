type BarSize = { up: number; down: number }
type BarShape = {
  key: string
  side: 'up' | 'down'
  x: number
  y: number
  width: number
  height: number
}

/** Any count is seen, however small it is beside the others. */
const LEAST_PX = 2
const GAP_PX = 1

/** Lays bars out above and below a line that lies where the largest of each fit. @returns the line, from the top */
export function sparkBars(
  bars: readonly BarSize[],
  { width, height }: { width: number; height: number },
): { line: number; shapes: readonly BarShape[] } {
  const most = Math.max(0, ...bars.map(({ up }) => up))
  const least = Math.max(0, ...bars.map(({ down }) => down))
  const room = height - 1
  const below = least === 0 ? 0 : Math.max(LEAST_PX * 2, Math.round((room * least) / (most + least)))
  const line = room - Math.min(below, most === 0 ? room : room - LEAST_PX * 2)
  const step = width / Math.max(1, bars.length)
  const tall = (count: number, largest: number, space: number) =>
    count === 0 ? 0 : Math.min(space, Math.max(LEAST_PX, (space * count) / largest))
  const shapes = bars.flatMap(({ up, down }, at) => {
    const place = { x: at * step, width: Math.max(1, step - GAP_PX) }
    const above = tall(up, most, line)
    const under = tall(down, least, height - line - 1)
    return [
      { key: `${at}u`, side: 'up' as const, ...place, y: line - above, height: above },
      { key: `${at}d`, side: 'down' as const, ...place, y: line + 1, height: under },
    ].filter(shape => shape.height > 0)
  })
  return { line, shapes }
}
