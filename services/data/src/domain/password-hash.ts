import { passwordRecipe } from '@sluice/contracts'

/** Whether a text is the hash of a password that sign-in can verify, at a cost that it can bear. */
export const isPasswordHash = (text: string): boolean => passwordRecipe(text) !== undefined
