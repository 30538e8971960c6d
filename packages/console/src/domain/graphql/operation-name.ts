const NAMED = /\b(query|mutation|subscription)\s+([A-Za-z_]\w*)/

/** The first name of an operation in a document, by which a list calls it. */
export const operationName = (text: string): string | undefined => NAMED.exec(text)?.[2]
