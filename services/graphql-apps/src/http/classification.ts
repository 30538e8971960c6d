const CLASSIFICATIONS: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'InvalidSyntax',
  GRAPHQL_VALIDATION_FAILED: 'ValidationError',
  BAD_USER_INPUT: 'ValidationError',
}

/** The kind of an error as graphql-java names it, for clients that look at that. */
export function classificationOf(code: unknown): { classification?: string } {
  const classification = CLASSIFICATIONS[String(code)]
  return classification === undefined ? {} : { classification }
}
