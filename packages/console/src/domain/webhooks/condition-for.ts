/** A condition that holds for requests like this one. */
export const conditionFor = (method: string, path: string): string =>
  `path(${quoted(path)}) and method(${quoted(method)})`

/** A backslash escapes the delimiter alone, and a percent or dollar sign is written twice. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", "\\'").replaceAll('%', '%%').replaceAll('$', '$$$$')}'`
