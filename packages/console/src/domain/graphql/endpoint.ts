import { appIdOf } from './app-text.ts'

type AddressedApp = { _id: unknown; descriptor: { uri?: string | null } }

/** The path at which an app answers. Its id stands for the `uri` where it has none. */
export const endpointOf = ({ _id, descriptor }: AddressedApp): string =>
  `/graphql/${(descriptor.uri ?? appIdOf(_id) ?? '').split('/').map(encodeURIComponent).join('/')}`
