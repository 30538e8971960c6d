import { z } from 'zod'
import { type ErrorCode, errorCatalogue } from './errors.ts'

/** A code of the catalogue, as answers name it. */
export const errorCode = z
  .custom<ErrorCode>(code => typeof code === 'string' && Object.hasOwn(errorCatalogue, code))
  .meta({ id: 'ErrorCode', type: 'string', enum: Object.keys(errorCatalogue) })
