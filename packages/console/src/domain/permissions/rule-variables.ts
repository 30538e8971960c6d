/** What a value of a rule can stand for, besides itself. */
export const RULE_VARIABLES: readonly { text: string; says: string }[] = [
  { text: '@user._id', says: 'the caller’s id' },
  { text: '@user.', says: 'a property of the caller' },
  { text: '@now', says: 'the time of the request' },
  { text: "@qparams['name']", says: 'a query parameter' },
  { text: '@filter', says: 'the filter of the request' },
  { text: '@rnd(128)', says: 'so many random bits, in hex' },
  { text: '@request.body.', says: 'a field of the body' },
  { text: '@request.userName', says: 'the caller’s name' },
  { text: '@request.remoteIp', says: 'the caller’s address' },
  { text: '@request.method', says: 'the method' },
  { text: '@request.relativePath', says: 'the path' },
  { text: '@request.queryString', says: 'the query' },
  { text: '@request.epochTimeStamp', says: 'the time, as a date' },
]
