export { createGateway, type Gateway } from './create-gateway.ts'
export type { GatewaySettings } from './settings.ts'
export { SpoolInUseError } from './spool/owner-file.ts'
