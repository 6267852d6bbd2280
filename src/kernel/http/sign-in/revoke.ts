import type { Config } from '../../config.ts'

const answerLimitMs = 10_000

/**
 * Ends an authorization at Discord, with every token that belongs to it.
 * Source: https://discord.com/developers/docs/topics/oauth2 (token revocation, RFC 7009)
 * @throws Error when Discord refuses or does not answer
 */
export async function revokeToken({ discord }: Config, token: string): Promise<void> {
  const answer = await fetch(`${discord.tokenUrl}/revoke`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${discord.clientId}:${discord.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    signal: AbortSignal.timeout(answerLimitMs),
  })
  if (!answer.ok) throw new Error(`Discord answered ${answer.status}`)
}
