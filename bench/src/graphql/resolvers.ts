import DataLoader from 'dataloader'
import { customersOf, orders } from './world.ts'

const isLoader = (value: unknown): value is DataLoader<string, unknown> => value instanceof DataLoader

export const newContext = () => ({ customers: new DataLoader<string, unknown>(async ids => customersOf(ids)) })

type ShopOrder = (typeof orders)[number]

/** The resolvers are as one writes them by hand, with a DataLoader for the join. */
export const resolvers = {
  Query: {
    orders: async () => orders,
    order: async (_: unknown, { id }: { id: number }) => orders.find(({ _id }) => _id === id),
  },
  Order: {
    // Each server has a type of its own for the context.
    customer({ customer }: ShopOrder, _: unknown, context: object) {
      const loader: unknown = Reflect.get(context, 'customers')
      return isLoader(loader) ? loader.load(customer) : null
    },
  },
}
