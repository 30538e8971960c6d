import type { ErrorCode } from './errors.ts'

/** For the page of errors: when a code is sent and what to do about it. `detail` of an answer says what it was this time. */
export const errorHelp: Readonly<Record<ErrorCode, string>> = {
  MALFORMED_JSON: 'The body could not be read as JSON. The error says at which line and column; mend the text there.',
  VALIDATION_FAILED: 'Every field at fault stands in errors with what is expected. Nothing was written.',
  BAD_PATH: 'Paths are decoded once; an encoded slash, dot or NUL in them is refused. Send the plain path.',
  BAD_QUERY: 'A query parameter has a wrong value, or is sent twice. errors names it.',
  BAD_FILTER:
    'A filter, sort or projection uses an operator that is not on the list, or is too large or too deep. errors has the place.',
  BAD_REQUEST: 'The request breaks the rules of HTTP, so it was not read. Look at the client or at a proxy in between.',
  KEY_LIFETIME_TOO_LONG: 'Ask for fewer days in expiresIn; the detail names the most that is possible.',
  UNAUTHENTICATED:
    'No credentials came with the request. Send a user name and password (Basic) or an API key (Bearer).',
  INVALID_CREDENTIALS: 'The user is not known, or the password is another. Which of the two is not said.',
  INVALID_KEY: 'The key is malformed, unknown, expired or revoked, or API keys are switched off. Issue another.',
  INVALID_TOKEN: 'The token is unknown or has expired. Sign in again.',
  FORBIDDEN: 'You are signed in, and no permission allows this. The owner can ask POST /acl/explain why.',
  ORIGIN_NOT_ALLOWED:
    'A page of another origin has asked, or by another host name. The owner can allow the origin with CORS_ORIGINS, and name the host with PUBLIC_URL.',
  FIELD_HIDDEN: 'Your permission hides the field, so it can not be filtered, sorted or projected on. Leave it out.',
  GRANT_TOO_LARGE:
    'Your roles and the permission with its values are too large to be passed on. Use fewer roles or smaller filters.',
  KEYS_PLUGIN_DISABLED:
    'The owner can switch them on: POST /plugins/api-keys/install where they are uninstalled, then POST /plugins/api-keys/enable.',
  KEYS_PERMISSION_MISSING:
    'The permission that applies to you on /keys has no apiKeys block, or none applies. The owner can add one.',
  KEY_ROLES_NOT_ALLOWED: 'Ask only for roles that the apiKeys block of your permission lists; the detail names them.',
  KEY_CANNOT_MANAGE_KEYS: 'Keys are issued, listed and revoked with a password or a session, never with a key.',
  WEBHOOKS_PLUGIN_DISABLED: 'The owner can switch them on: POST /plugins/webhooks/enable.',
  NOT_FOUND: 'There is nothing at this path, or nothing that you may see. The two are not told apart.',
  METHOD_NOT_ALLOWED: 'The path exists and does not take this method. The Allow header lists those that it takes.',
  REQUEST_TIMEOUT:
    'Nothing was done. Send the headers within 15 seconds and the whole request within 60; send large bodies in parts.',
  CONFLICT: 'Something stored stands in the way, such as a taken name. The detail says what.',
  IF_MATCH_REQUIRED: 'Read the document, and send its ETag in If-Match.',
  IDEMPOTENCY_KEY_IN_USE:
    'The same request is being carried out. Send it again after Retry-After: then you get its answer. Where its process has died, it is carried out anew after 15 seconds.',
  KEY_LIMIT_REACHED: 'You have as many keys as you may. Revoke one that you no longer need, then try again.',
  KEY_CAPACITY_REACHED: 'The service holds as many keys as it can. The owner can revoke some, or raise KEYS_CAPACITY.',
  PRECONDITION_FAILED: 'It has changed since you read it. Read it again, and send the new ETag.',
  PAYLOAD_TOO_LARGE: 'Send less at once; the detail names the limit.',
  UNSUPPORTED_MEDIA_TYPE:
    'Send the body as the description of the route says, mostly application/json, without Content-Encoding.',
  EXPECTATION_FAILED: 'Only Expect: 100-continue can be met. Send the request without the header.',
  IDEMPOTENCY_KEY_REUSED:
    'An Idempotency-Key belongs to one method, path, query and body for 24 hours. Send a new key with a new request.',
  RATE_LIMITED: 'Wait for the seconds in Retry-After. After wrong passwords it is the user and address that wait.',
  RESULT_TOO_LARGE: 'Ask for fewer fields or documents, or let the permission allow larger results.',
  HEADERS_TOO_LARGE: 'Send fewer or shorter headers.',
  INTERNAL: 'A fault of ours. The log of the service has it under requestId; send that to the owner.',
  TRANSFER_CODING_UNKNOWN:
    'Transfer-Encoding can be chunked and nothing else. Send the body as it is, without a coding such as gzip.',
  UPSTREAM_FAILED:
    'A service behind the gateway broke off or could not be reached. Try again; a write may have happened.',
  UNAVAILABLE: 'The store does not answer, so nobody is let in by guess. Try again after Retry-After.',
  OVERLOADED: 'Nothing was done. Try again after Retry-After, with fewer requests at once.',
  UPSTREAM_TIMEOUT: 'A service behind the gateway did not answer in time. Try again; a write may have happened.',
}
