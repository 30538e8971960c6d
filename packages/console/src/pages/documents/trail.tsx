import { Link } from '@tanstack/react-router'
import type { CollectionPlace } from '../../domain/data/data-search.ts'

/** The way down to a collection. */
export const trailOf = (db: string | undefined) => [
  <Link key="data" to="/data">
    Data
  </Link>,
  ...(db === undefined
    ? []
    : [
        <Link key="db" to="/data" search={{ db }}>
          {db}
        </Link>,
      ]),
]

/** The way down to a document. */
export const trailOfDocument = (place: CollectionPlace) => [
  ...trailOf(place.db),
  <Link key="collection" to="/data/documents" search={place}>
    {place.collection}
  </Link>,
]
