import { keySettings } from '@sluice/service-kit'

/** Beside what every process of a cluster is told. */
export const ownSettings = { ...keySettings }
