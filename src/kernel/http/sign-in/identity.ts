import { z } from 'zod'
import type { Config } from '../../config.ts'

/** Discord did not answer a request about a signed-in user, or refused it. */
export class IdentityError extends Error {
  /** The HTTP status; 0 when nothing answered. */
  readonly status: number
  constructor(status: number, options?: ErrorOptions) {
    super(`Discord answered ${status} about a signed-in user`, options)
    this.name = 'IdentityError'
    this.status = status
  }
}

const userShape = z.object({
  id: z.string(),
  username: z.string(),
  avatar: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  discriminator: z.string().default('0'),
})
/** A user who has signed in, as Discord describes them. */
export type SessionUser = z.output<typeof userShape>

const guildsShape = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    owner: z.boolean(),
    permissions: z.coerce.bigint(),
  }),
)
/** A guild as OAuth lists it, with the user's permissions at the time of the request. */
export type ListedGuild = z.output<typeof guildsShape>[number]

const answerLimitMs = 10_000

/** @throws IdentityError */
async function ask<T>(config: Config, token: string, path: string, shape: z.ZodType<T>): Promise<T> {
  let response: Response
  try {
    response = await fetch(`${config.discord.apiUrl}/v10${path}`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': `DiscordBot (${config.http.publicUrl.href}, 1)` },
      signal: AbortSignal.timeout(answerLimitMs),
    })
  } catch (error) {
    throw new IdentityError(0, { cause: error })
  }
  const parsed = shape.safeParse(await response.json().catch(() => undefined))
  if (!response.ok || !parsed.success) throw new IdentityError(response.status, { cause: parsed.error })
  return parsed.data
}

/** Fetches the user who signed in. @throws IdentityError */
export const fetchUser = (config: Config, token: string): Promise<SessionUser> =>
  ask(config, token, '/users/@me', userShape)

/** Fetches the user's guilds: at most 200, which is Discord's limit for a user. @throws IdentityError */
export const fetchGuilds = (config: Config, token: string): Promise<ListedGuild[]> =>
  ask(config, token, '/users/@me/guilds', guildsShape)
