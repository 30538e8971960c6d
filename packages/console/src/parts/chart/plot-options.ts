import uPlot from 'uplot'
import { clockTime, shortDay } from '../../domain/times.ts'
import { countRange } from '../../domain/webhooks/delivery-chart.ts'
import { type ChartPart, chartColour } from './chart-colours.ts'

type PlotWish = {
  width: number
  height: number
  /** The times at both ends, in epoch seconds. */
  ends(): [number, number]
  /** A part was drawn over: its ends as fractions of the whole. Left out, nothing can be. */
  onDrawn: ((start: number, end: number) => void) | undefined
}

const DAY_SECONDS = 86_400
const WHOLE_STEPS = [1, 2, 5].flatMap(digit => Array.from({ length: 9 }, (_, power) => digit * 10 ** power))
const FONT = '11px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'

/** How a chart of deliveries is drawn. */
export function plotOptions({ width, height, ends, onDrawn }: PlotWish): uPlot.Options {
  return {
    width,
    height,
    // Half of the last time stands beside the chart.
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: {
      show: onDrawn !== undefined,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: 3 },
    },
    scales: { x: { time: true, range: ends }, y: { range: (_, low, high) => countRange(low, high) } },
    axes: [
      { ...axis('text'), grid: { show: false }, size: 24, space: 72, values: timeLabels },
      { ...axis('text'), grid: { stroke: () => chartColour('grid'), width: 1 }, size: 44, space: 28, ...counts },
    ],
    // What hangs lowest is drawn first: the next ones lie over it.
    series: [{}, bars('delivered'), bars('pending'), bars('failed')],
    hooks: {
      draw: [drawZero],
      setSelect: [plot => tellDrawn(plot, onDrawn)],
    },
  }
}

const axis = (part: ChartPart): uPlot.Axis => ({
  stroke: () => chartColour(part),
  font: FONT,
  ticks: { show: false },
  gap: 6,
})

/** The times of a day, or the days where each label is one. */
const timeLabels = (_: uPlot, times: number[]) =>
  times.map(at =>
    (times[1] ?? 0) - (times[0] ?? 0) >= DAY_SECONDS ? shortDay(at * 1_000, Date.now()) : clockTime(at * 1_000),
  )

const counts = {
  incrs: WHOLE_STEPS.sort((one, other) => one - other),
  values: (_: uPlot, values: number[]) => values.map(count => Math.abs(count).toLocaleString()),
}

const drawBars = uPlot.paths.bars?.({ size: [0.84, 48], align: 1 })

const bars = (part: ChartPart): uPlot.Series => ({
  fill: () => chartColour(part),
  width: 0,
  points: { show: false },
  ...(drawBars && { paths: drawBars }),
})

function drawZero({ ctx, bbox, valToPos }: uPlot): void {
  ctx.fillStyle = chartColour('zero')
  ctx.fillRect(bbox.left, Math.round(valToPos(0, 'y', true)), bbox.width, Math.max(1, Math.round(devicePixelRatio)))
}

function tellDrawn(plot: uPlot, onDrawn: PlotWish['onDrawn']): void {
  const { left, width } = plot.select
  if (width === 0 || onDrawn === undefined) return
  const whole = plot.over.clientWidth
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  onDrawn(left / whole, (left + width) / whole)
}
