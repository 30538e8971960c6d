/** The signs of a password leave out letters and digits that are taken for each other. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20
const GROUP = 5
/** A byte at or above it would make the first signs more likely. */
const FAIR = 256 - (256 % SIGNS.length)

/** A password that nobody has thought of, in groups that can be read aloud: about 115 bits. @param bytes random ones */
export function newPassword(bytes: () => Uint8Array = randomBytes): string {
  let signs = ''
  while (signs.length < LENGTH) {
    for (const byte of bytes()) if (byte < FAIR && signs.length < LENGTH) signs += SIGNS[byte % SIGNS.length] ?? ''
  }
  return signs.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? signs
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(2 * LENGTH))
