import { randomBytes } from 'node:crypto'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { type PasswordRecipe, passwordRecipe } from '@sluice/contracts'

/**
 * Verifies passwords so that nobody learns from its cost which users there are: whatever is wrong, a password or a name,
 * costs one verification of each recipe that stored hashes have.
 */
export type PasswordVerifier = {
  /** A hash that is stored: from now on its recipe is one of those. */
  note(stored: string): void
  /** @param stored the user's hash; undefined for a user that does not exist or may not sign in */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

/** How one hash is verified; tests count. */
export type VerifyHash = (recipe: PasswordRecipe, stored: string, password: string) => Promise<boolean>

/** The recipe of new hashes. */
export const OWN_RECIPE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A wrong password costs no more than so many verifications. */
const MAX_RECIPES = 4

type Decoy = { recipe: PasswordRecipe; hash: string }

export function createPasswordVerifier(verifyHash: VerifyHash = verifyNatively): PasswordVerifier {
  const decoys = new Map<string, Decoy>()
  const { memoryCost, timeCost, parallelism } = OWN_RECIPE
  note(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`)

  function note(stored: string): void {
    const recipe = passwordRecipe(stored)
    if (!recipe || decoys.has(recipe.name)) return
    // The own one is the oldest, and stays.
    const [, oldest] = decoys.keys()
    if (decoys.size === MAX_RECIPES && oldest) decoys.delete(oldest)
    decoys.set(recipe.name, { recipe, hash: decoyLike(stored, recipe) })
  }

  return {
    note,
    async verify(stored, password) {
      const recipe = stored === undefined ? undefined : passwordRecipe(stored)
      if (stored !== undefined && recipe) {
        note(stored)
        if (await verifyHash(recipe, stored, password)) return true
      }
      for (const decoy of [...decoys.values()]) {
        if (decoy.recipe.name !== recipe?.name) await verifyHash(decoy.recipe, decoy.hash, password)
      }
      return false
    },
  }
}

/** Off the event loop, in a thread of libuv. A text that can't be verified after all verifies nothing. */
async function verifyNatively({ kind }: PasswordRecipe, stored: string, password: string): Promise<boolean> {
  try {
    return await (kind === 'bcrypt' ? verifyBcrypt(password, stored) : verifyArgon2(stored, password))
  } catch {
    return false
  }
}

/** A hash of the same recipe and lengths that no password is known to have. */
function decoyLike(stored: string, { kind }: PasswordRecipe): string {
  const parts = stored.split('$')
  // Of the last letters of bcrypt's salt and hash not all bits count: these have none of the others.
  if (kind === 'bcrypt') return `$${parts[1]}$${parts[2]}$${letters(21)}u${letters(30)}u`
  const [salt = '', hash = ''] = parts.slice(-2)
  return [...parts.slice(0, -2), base64(bytesOf(salt)), base64(bytesOf(hash))].join('$')
}

const bytesOf = (text: string) => Math.floor((text.length * 3) / 4)
const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
const letters = (count: number) => randomBytes(count).toString('base64').replaceAll(/[+=]/g, '.').slice(0, count)
