export { createGateway } from './create-gateway.ts'
export { openConsole } from './open-console.ts'
