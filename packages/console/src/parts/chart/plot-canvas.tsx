import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartColumns, chartColumns, selectedTime, stepLength } from '../../domain/webhooks/delivery-chart.ts'
import styles from './chart.module.css'
import { onOtherColours } from './chart-colours.ts'
import { plotOptions } from './plot-options.ts'
import type { PlotProps } from './plot-props.ts'

/** The drawn part of a chart. It is as large as its place, and drawn anew in another theme. */
export function PlotCanvas({ stats, onSelect }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const latest = useRef({ stats, onSelect })
  const canSelect = onSelect !== undefined
  useEffect(() => {
    latest.current = { stats, onSelect }
    plot.current?.setData(plotData(stats.buckets))
  }, [stats, onSelect])
  useEffect(() => {
    const around = place.current
    if (around === null) return
    const onDrawn = (start: number, end: number) => {
      const { stats: shown, onSelect: select } = latest.current
      const time = selectedTime(shown.buckets, { start, end, stepMs: stepLength(shown.step) })
      if (time) select?.(time)
    }
    const size = () => ({ width: around.clientWidth, height: around.clientHeight })
    const ends = (): [number, number] => endsOf(latest.current.stats)
    const options = plotOptions({ ...size(), ends, onDrawn: canSelect ? onDrawn : undefined })
    const drawn = new uPlot(options, plotData(latest.current.stats.buckets), around)
    plot.current = drawn
    const resized = new ResizeObserver(() => drawn.setSize(size()))
    resized.observe(around)
    const ended = onOtherColours(() => drawn.redraw())
    return () => {
      resized.disconnect()
      ended()
      drawn.destroy()
      plot.current = undefined
    }
  }, [canSelect])
  return <div ref={place} className={canSelect ? `${styles.plot} ${styles.selectable}` : styles.plot} />
}

/** In the order in which it is drawn. */
function plotData(buckets: PlotProps['stats']['buckets']): ChartColumns {
  const [times, delivered, failed, pending] = chartColumns(buckets)
  return [times, delivered, pending, failed]
}

function endsOf({ buckets, step }: PlotProps['stats']): [number, number] {
  const first = (buckets[0]?.at.$date ?? 0) / 1_000
  const last = (buckets.at(-1)?.at.$date ?? 0) / 1_000
  return [first, last + stepLength(step) / 1_000]
}
