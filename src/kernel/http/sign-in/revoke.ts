import type { Config } from '../../config.ts'

const answerLimitMs = 10_000

/** Source: https://discord.com/developers/docs/topics/oauth2 (token revocation, RFC 7009) */
const askToRevoke = ({ discord }: Config, token: string, clientId = discord.clientId): Promise<Response> =>
  fetch(`${discord.tokenUrl}/revoke`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${discord.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    signal: AbortSignal.timeout(answerLimitMs),
  })

/**
 * Ends an authorization at Discord, with every token that belongs to it.
 * @throws Error when Discord refuses or does not answer
 */
export async function revokeToken(config: Config, token: string): Promise<void> {
  const answer = await askToRevoke(config, token)
  if (!answer.ok) throw new Error(`Discord answered ${answer.status}`)
}

/**
 * Whether Discord rejects the client secret for that application. Asks to revoke an invalid token, so that nothing is
 * revoked or issued.
 * @throws Error when Discord does not answer the question
 */
export async function isSecretRefused(config: Config, applicationId: string): Promise<boolean> {
  const answer = await askToRevoke(config, 'none', applicationId)
  if (answer.status === 429 || answer.status >= 500) throw new Error(`Discord answered ${answer.status}`)
  return answer.status === 401 && (await answer.text()).includes('invalid_client')
}
