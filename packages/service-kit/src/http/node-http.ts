/**
 * Node's `node:http`. An `import` of it reads each of its names, and some of them load Node's own `fetch` and `WebSocket`,
 * which no service uses and which take 2.7 MB.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
