import type { ServiceRequest } from '@sluice/service-kit'
import type { Author } from '../ports/app-store.ts'

/** Tells the store who writes an app, and from where. */
export const authorOf = ({ principal, clientAddress }: ServiceRequest['caller']): Author => ({
  actor: principal.id,
  from: clientAddress ?? null,
})
