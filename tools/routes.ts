// `npm run routes`: method, path and file of each route that the services have in the shared tier, a line each. A word
// behind it takes the lines that hold it: `npm run routes -- keys`.
import { readRouteTables } from './routes/route-tables.ts'

const [, , wanted = ''] = process.argv
const lines = readRouteTables().map(({ method, path, file }) => `${method.padEnd(7)}${path.padEnd(46)} ${file}`)
for (const line of lines.filter(each => each.includes(wanted))) console.log(line)
