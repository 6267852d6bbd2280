import { randomBytes } from 'node:crypto'
import { seal, unseal } from '../tokens.ts'

/** What a member authorized an application to do. */
interface Grant {
  id: string
  clientId: string
  userId: string
  scopes: readonly string[]
}

interface Access extends Grant {
  /** Unix ms. */
  expiresAt: number
}

/** An authorization code, to be exchanged once. */
export interface PendingCode extends Grant {
  redirectUri: string
  /** PKCE: the challenge that the code's verifier must match. */
  challenge: { value: string; method: 'plain' | 'S256' } | undefined
  /** The guild that the bot was added to during the authorization. */
  guildId: string | undefined
  expiresAt: number
}

export interface Grants {
  issueCode(pending: Omit<PendingCode, 'id' | 'expiresAt'>): string
  /** @returns the code's authorization, once; undefined when it is unknown, used or older than ten minutes */
  redeemCode(code: string): PendingCode | undefined
  issueTokens(grant: Grant): { accessToken: string; refreshToken: string; expiresInSeconds: number }
  access(token: string): Access | undefined
  refresh(token: string): Grant | undefined
  /** Ends the whole authorization that either token belongs to, as Discord does. */
  revoke(token: string): void
}

const codeLifeMs = 10 * 60_000
const accessLifeMs = 7 * 24 * 60 * 60_000

/** Tokens are sealed rather than stored, so a member stays signed in across a restart; only revocations are state. */
export function createGrants(seed: number, now: () => number): Grants {
  const codes = new Map<string, PendingCode>()
  const revoked = new Set<string>()
  const open = <T extends Grant>(purpose: 'access' | 'refresh', token: string): T | undefined => {
    const text = unseal(seed, purpose, token)
    const grant = text === undefined ? undefined : (JSON.parse(text) as T)
    return grant && !revoked.has(grant.id) ? grant : undefined
  }
  const access = (token: string) => {
    const grant = open<Access>('access', token)
    return grant && grant.expiresAt > now() ? grant : undefined
  }
  const refresh = (token: string) => open<Grant>('refresh', token)

  return {
    access,
    refresh,
    issueCode(pending) {
      const code = randomBytes(15).toString('base64url')
      codes.set(code, { ...pending, id: randomBytes(8).toString('hex'), expiresAt: now() + codeLifeMs })
      return code
    },
    redeemCode(code) {
      const pending = codes.get(code)
      codes.delete(code)
      return pending && pending.expiresAt > now() ? pending : undefined
    },
    issueTokens({ id, clientId, userId, scopes }) {
      const grant: Grant = { id, clientId, userId, scopes }
      const expiresAt = now() + accessLifeMs
      return {
        accessToken: seal(seed, 'access', JSON.stringify({ ...grant, expiresAt })),
        refreshToken: seal(seed, 'refresh', JSON.stringify(grant)),
        expiresInSeconds: accessLifeMs / 1000,
      }
    },
    revoke(token) {
      const grant = access(token) ?? refresh(token)
      if (grant) revoked.add(grant.id)
    },
  }
}
