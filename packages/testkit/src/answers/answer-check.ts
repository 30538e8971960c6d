import { appendFileSync } from 'node:fs'
import { inspect } from 'node:util'
import type { ErrorObject } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { setting } from '../backends/environment.ts'
import { closeObjects } from './closed-schema.ts'
import {
  createOperationFinder,
  type DescribedOperation,
  type DescriptionObject,
  listOf,
  objectOf,
  pointerStep,
  resolveIn,
} from './described-operations.ts'

export type CheckedAnswer = {
  method: string
  target: string
  status: number
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  text: string
  /** Whether fields may be missing: a permission hides them, or `keys` leaves them out. */
  isNarrowed?: boolean
}

/** An answer that the description of the API does not promise. */
export class UndescribedAnswerError extends Error {
  override name = 'UndescribedAnswerError'
}

/** The file that gets a byte for each answer that was checked and is as described. */
export const CHECKED_ANSWERS_VARIABLE = 'SLUICE_CHECKED_ANSWERS'

/** Headers that an answer may only have where they are described. */
const DESCRIBED_HEADERS = ['ETag', 'Location', 'X-Total-Count']
const SHOWN_CHARACTERS = 2_000

/**
 * Checks answers against a description: status, media type, schema, headers, and for errors the code. What asks for no
 * described operation passes.
 * @param description an OpenAPI document as it is served
 * @throws UndescribedAnswerError that names operation, status, place and schema
 */
export function createAnswerCheck(description: unknown): (answer: CheckedAnswer) => void {
  const document = objectOf(description)
  const find = createOperationFinder(document)
  const whole = createValidator(closeObjects(document, false))
  const narrowed = createValidator(closeObjects(document, true))
  return answer => {
    const found = find(answer.method, answer.target)
    if (!found) return
    const validator = answer.isNarrowed ? narrowed : whole
    const fault = faultOf(answer, { found, document, validator })
    if (fault !== undefined) throw new UndescribedAnswerError(wordsOf(answer, found, fault))
    const counted = setting(CHECKED_ANSWERS_VARIABLE)
    if (counted) appendFileSync(counted, '.')
  }
}

type Validator = (pointer: string) => ValidateFunction
type CheckScene = { found: DescribedOperation; document: DescriptionObject; validator: Validator }

/** Compiles the schemas of a description by their JSON pointers, each when it is first asked for. */
export function createValidator(document: DescriptionObject): Validator {
  const compiled = new Map<string, ValidateFunction>()
  let opened: Ajv2020 | undefined
  const open = () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false })
    addFormats.default(ajv)
    ajv.addSchema(document, DOCUMENT)
    return ajv
  }
  return pointer => {
    opened ??= open()
    const validate = compiled.get(pointer) ?? opened.compile({ $ref: `${DOCUMENT}${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }
}

const DOCUMENT = 'https://sluice.test/openapi.json'

/** @returns undefined where the answer is as described */
function faultOf(answer: CheckedAnswer, scene: CheckScene): string | undefined {
  const { found, document } = scene
  const responses = objectOf(found.operation.responses)
  const key = [String(answer.status), `${Math.floor(answer.status / 100)}XX`, 'default'].find(name => name in responses)
  if (key === undefined) return 'This status is not described.'
  const response = resolveIn(document, responses[key])
  return headerFault(answer, response) ?? contentFault(answer, { ...scene, response, key })
}

function headerFault({ headers, status }: CheckedAnswer, response: DescriptionObject): string | undefined {
  if (status >= 400) return undefined
  const described = objectOf(response.headers)
  const missing = DESCRIBED_HEADERS.filter(name => headers[name.toLowerCase()] !== undefined && !(name in described))
  return missing.length > 0 ? `These headers are not described: ${missing.join(', ')}.` : undefined
}

type ResponseScene = CheckScene & { response: DescriptionObject; key: string }

function contentFault(answer: CheckedAnswer, scene: ResponseScene): string | undefined {
  if (answer.method === 'HEAD') return undefined
  const content = objectOf(scene.response.content)
  const type = mediaTypeOf(answer)
  const isDescribed = Object.keys(content).length > 0
  if (!isDescribed && (answer.text === '' || type === '')) return undefined
  if (!isDescribed) return `A body is not described, and there is one: ${type}.`
  if (!(type in content)) return `The media type ${type || '(none)'} is not described.`
  return type.endsWith('json') ? jsonFault(answer.text, type, scene) : undefined
}

function mediaTypeOf({ headers }: CheckedAnswer): string {
  return String(headers['content-type'] ?? '').split(';', 1)[0] ?? ''
}

function jsonFault(text: string, type: string, { found, response, key, validator }: ResponseScene): string | undefined {
  const value: unknown = JSON.parse(text)
  const { $ref } = objectOf(objectOf(found.operation.responses)[key])
  const place = typeof $ref === 'string' ? $ref : `${found.pointer}/responses/${key}`
  const validate = validator(`${place}/content/${pointerStep(type)}/schema`)
  if (!validate(value)) return errorWords(validate.errors?.[0])
  return type === 'application/problem+json' ? codeFault(value, response) : undefined
}

function codeFault(problem: unknown, response: DescriptionObject): string | undefined {
  const { code } = objectOf(problem)
  const codes = listOf(response['x-codes'])
  return codes.includes(code) ? undefined : `The error ${String(code)} is not described.`
}

function errorWords(error: ErrorObject | undefined): string {
  if (!error) return 'It is not as its schema says.'
  const detail = inspect(error.params, { breakLength: Infinity })
  return `At "${error.instancePath}": ${error.message ?? 'wrong'} ${detail}, by ${error.schemaPath}.`
}

const wordsOf = ({ method, target, status, text }: CheckedAnswer, { name }: DescribedOperation, fault: string) =>
  `The answer ${status} to ${method} ${target} is not what the description of ${name} says. ${fault}\n${text.slice(0, SHOWN_CHARACTERS)}`
