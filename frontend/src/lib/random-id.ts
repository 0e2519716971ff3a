/**
 * 128 random bits as text. `crypto.randomUUID` would need a secure context, which a house's own network often has not.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
