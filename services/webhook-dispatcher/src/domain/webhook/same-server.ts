/** Whether two urls lead to one server: a value that is shown to nobody goes to no other. */
export const isSameServer = (one: string, other: string): boolean => URL.parse(one)?.origin === URL.parse(other)?.origin
