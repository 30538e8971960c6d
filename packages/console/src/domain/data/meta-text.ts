import { type Node, parseTree } from 'jsonc-parser'
import { printedText, propertiesOf, shortText, sourceOf } from './extended-text.ts'

/** A stored aggregation: its name, its stages as they are edited, and the whole of it as it is stored. */
export type StoredAggregation = { name: string; stages: string; text: string }

const fieldOf = (node: Node | undefined, name: string): Node | undefined =>
  node && propertiesOf(node).find(field => field.name === name)?.value

/** The JSON Schema among the properties of a collection, as a text; undefined where it has none. */
export function schemaIn(meta: string): string | undefined {
  const node = fieldOf(parseTree(meta), 'jsonSchema')
  return node && printedText(sourceOf(node, meta))
}

export function descriptionIn(meta: string): string {
  const value: unknown = fieldOf(parseTree(meta), 'description')?.value
  return typeof value === 'string' ? value : ''
}

/** The stored aggregations among the properties of a collection, in their order. */
export function aggregationsIn(meta: string): StoredAggregation[] {
  return (fieldOf(parseTree(meta), 'aggrs')?.children ?? []).map(node => {
    const stages = fieldOf(node, 'stages')
    return {
      name: String(fieldOf(node, 'uri')?.value ?? ''),
      stages: stages ? printedText(sourceOf(stages, meta)) : '[]',
      text: sourceOf(node, meta),
    }
  })
}

type AggregationChange = {
  /** The name of the one that is changed; undefined of a new one. */
  old: string | undefined
  /** Undefined where it is taken out. */
  next: { name: string; stages: string } | undefined
}

/** The change of the properties that changes one aggregation and leaves the others as they are, byte by byte. */
export function aggregationsChange(all: readonly StoredAggregation[], { old, next }: AggregationChange): string {
  const made = next && `{"type": "pipeline", "uri": ${JSON.stringify(next.name)}, "stages": ${next.stages}}`
  const kept = all.flatMap(({ name, text }) => (name === old ? (made ?? []) : [text]))
  const list = old === undefined && made !== undefined ? [...kept, made] : kept
  return `{"aggrs": [${list.join(', ')}]}`
}

/** The names of the variables of a pipeline that somebody has to give. Those that the service fills begin with @. */
export function variablesIn(stages: string): string[] {
  const found = [...shortText(stages).matchAll(/\{"\$(?:var|ifvar)": (?:\["([^"@]+)"|"([^"@]+)")/g)]
  return [...new Set(found.map(([, listed, alone]) => listed ?? alone ?? ''))]
}

/** The values of variables to begin with: each null. */
export const variablesText = (names: readonly string[]): string =>
  names.length === 0 ? '{}' : `{${names.map(name => `${JSON.stringify(name)}: null`).join(', ')}}`
