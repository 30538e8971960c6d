import { readFile } from 'node:fs/promises'
import type { Document } from '@sluice/store'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

const airportRow = z.object({
  iata: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
})

const routeRow = z.object({ origin: z.string(), destination: z.string(), count: z.coerce.number() })

/** Airports of the United States and the routes between them in 2008, from the package vega-datasets (public data). */
export async function readFlights(): Promise<{ airports: Document[]; routes: Document[] }> {
  const [airports, routes] = await Promise.all([
    readRows('airports.csv', airportRow),
    readRows('flights-airport.csv', routeRow),
  ])
  return {
    airports: airports.map(({ iata, ...rest }) => ({ _id: iata, ...rest })),
    routes: routes.map(({ origin, destination, count }) => ({ origin, destination, flights: count })),
  }
}

async function readRows<T>(file: string, row: z.ZodType<T>): Promise<T[]> {
  const folder = import.meta.resolve('vega-datasets')
  const text = await readFile(new URL(`../data/${file}`, folder), 'utf8')
  return z.array(row).parse(parse(text, { columns: true, skip_empty_lines: true }))
}
