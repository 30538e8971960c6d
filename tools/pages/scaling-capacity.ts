import { formatNumber, type RecordedFigure } from '@sluice/bench/results'
import { markdownTable } from './markdown.ts'
import { recordOf, type ScalingRecords } from './scaling-figures.ts'

const NO_FIGURE = ''

type Figures = readonly RecordedFigure[]

const shownValue = (figures: Figures, name: string): string => {
  const value = figures.find(figure => figure.name === name)?.value
  return typeof value === 'number' ? formatNumber(value) : NO_FIGURE
}

/** What a unit of work costs each group of processes at two rates, and by how much a straight line misses. */
export function cpuTable(records: ScalingRecords): string {
  const { figures } = recordOf(records, 'capacity')
  const lines = figures.flatMap(({ name }) => {
    const [, who, unit] = /^CPU of (.+?) for each (.+): foretold wrong by$/.exec(name) ?? []
    return who !== undefined && unit !== undefined ? [{ who, unit }] : []
  })
  const rows = lines.map(({ who, unit }) => {
    const each = `CPU of ${who} for each ${unit}`
    const told = [`CPU of ${who} at rest`, `${each}, at 50/s`, `${each}, at 150/s`]
    const tried = ['foretold at 150/s', 'seen at 150/s', 'foretold wrong by'].map(what => `${each}: ${what}`)
    return [who, unit, ...[...told, ...tried].map(name => shownValue(figures, name))]
  })
  const columns = ['', 'for each', 'at rest, %', 'µs at 50/s', 'µs at 150/s', 'foretold, %', 'seen, %', 'error, %']
  return markdownTable(columns, rows)
}

/** What each process holds before anything is added, in MB. */
export function heldTable(records: ScalingRecords): string {
  const { figures } = recordOf(records, 'capacity')
  const held = 'after this load, garbage collected: '
  const labels = figures.flatMap(({ name }) => (name.startsWith(`${held}live, `) ? [name.slice(held.length + 6)] : []))
  const rows = labels.map(label => [
    label,
    ...['live', 'resident'].map(kind => shownValue(figures, `${held}${kind}, ${label}`)),
  ])
  return markdownTable(['', 'live', 'resident'], rows)
}

/** What so many more of something take, in kB, by two sizes. */
export function growthTable(records: ScalingRecords): string {
  const { figures } = recordOf(records, 'capacity')
  const sizes = Map.groupBy(
    figures.flatMap(({ name, value }) => {
      const [, what, kind, size] = /^(.+) more, (\w+): by (\d+) of them$/.exec(name) ?? []
      return what === undefined || kind === undefined || size === undefined ? [] : [{ what, kind, size, value }]
    }),
    ({ what, kind }) => `${what} more, ${kind}`,
  )
  const rows = [...sizes].map(([name, both]) => {
    const [{ what = '', kind = '' } = {}] = both
    const values = both.map(({ value }) => (value === null ? NO_FIGURE : formatNumber(value)))
    const error = shownValue(figures, `${name}: foretold wrong by`)
    return [
      what,
      kind,
      both.map(({ size }) => size).join(', '),
      ...values,
      error === NO_FIGURE ? 'below 1 MB' : `${error} %`,
    ]
  })
  return markdownTable(['', 'bytes', 'sizes', 'at the first', 'at the second', 'error'], rows)
}
