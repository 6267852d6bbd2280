import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts texts, so that somebody who gets hold of only the database cannot read them. */
export interface Seal {
  close(text: string): string
  /** @returns undefined when it was sealed with another secret, or tampered with */
  open(sealed: string): string | undefined
}

export function createSeal(secret: string): Seal {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'session token', 32)))
  return {
    close(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, nonceBytes)
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      if (tag.length < tagBytes) return undefined
      try {
        const decipher = createDecipheriv(algorithm, key, nonce).setAuthTag(tag)
        const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
        return text.toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
