import type {
  ErrorResponse,
  HttpMethod,
  IsOperationRequestBodyOptional,
  MediaType,
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { paths } from '../api.ts'
import type { CallOptions, RepeatRule } from './call.ts'

/** The head of an answer. */
export type ResponseHead = { status: number; ok: boolean; headers: Headers }

type OperationAt<Path extends keyof paths, Method extends HttpMethod> = Method extends keyof paths[Path]
  ? paths[Path][Method]
  : never

type ParamsOf<Operation> = Operation extends { parameters: infer Params }
  ? RequiredKeysOf<Params> extends never
    ? { params?: Params }
    : { params: Params }
  : { params?: never }

/** What is sent is only read. */
type ReadOnly<Value> = Value extends object ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> } : Value

type SentBody<Operation> =
  OperationRequestBodyContent<Operation> extends never
    ? { body?: never }
    : IsOperationRequestBodyOptional<Operation> extends true
      ? { body?: ReadOnly<OperationRequestBodyContent<Operation>> }
      : { body: ReadOnly<OperationRequestBodyContent<Operation>> }

type RawInit<Operation> = ParamsOf<Operation> &
  SentBody<Operation> &
  CallOptions & {
    /** Set it when the answer is no JSON. */
    parseAs?: 'text' | undefined
    repeat?: RepeatRule | undefined
  }

type InitArgument<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init]

type RawResponse<Operation> =
  Operation extends Record<string | number, unknown>
    ?
        | { data: SuccessResponse<ResponseObjectMap<Operation>, MediaType>; error?: never; response: ResponseHead }
        | { data?: never; error: ErrorResponse<ResponseObjectMap<Operation>, MediaType>; response: ResponseHead }
    : never

type RawMethod<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>>(
  path: Path,
  ...init: InitArgument<RawInit<OperationAt<Path, Method>>>
) => Promise<RawResponse<OperationAt<Path, Method>>>

/** An answer of `raw`: its data, or why there is none. */
export type RawRequestAnswer<Data> =
  | { data: Data; error?: never; response: ResponseHead }
  | { data?: never; error: unknown; response: ResponseHead }

export type RawRequestOptions = CallOptions & {
  body?: unknown
  /** The body as its JSON text, in the place of `body`: it is sent as it is, with every digit. */
  bodyText?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Where the answer is no JSON. */
  parseAs?: 'text' | undefined
  repeat?: RepeatRule | undefined
}

/**
 * Every described route by its method and path, typed by the description. It answers `{data, error, response}` and throws
 * only where no answer came.
 */
export type RawClient = {
  GET: RawMethod<'get'>
  POST: RawMethod<'post'>
  PUT: RawMethod<'put'>
  PATCH: RawMethod<'patch'>
  DELETE: RawMethod<'delete'>
  /**
   * Any other route, such as one of a newer server. The type of its answer is believed.
   * @param path with its query, percent-encoded, from the root on
   */
  request<Data = unknown>(method: string, path: string, options?: RawRequestOptions): Promise<RawRequestAnswer<Data>>
}
