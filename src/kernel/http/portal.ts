import type { Client } from 'discord.js'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { isSecretRefused } from './sign-in/revoke.ts'
import { portal } from '../discord/login.ts'

/** How often the portal's settings are checked again (ms). */
const againMs = 10 * 60_000

const wrongSecret = `Nobody can sign in: Discord does not accept DISCORD_CLIENT_SECRET. Copy it from ${portal} (OAuth2, Reset Secret).`

/** The bot's own application. Source: Discord's documentation, "Application Object". */
interface Application {
  id: string
  redirect_uris?: string[]
  interactions_endpoint_url?: string | null
  bot_require_code_grant?: boolean
}

/**
 * Returns what is wrong in the developer portal, or with the variables copied from there, in sentences that anybody may
 * read.
 */
export function applicationProblems(
  application: Application,
  clientId: string,
  callback: string | undefined,
): string[] {
  const { id, redirect_uris: redirects = [], interactions_endpoint_url: endpoint } = application
  const problems: string[] = []
  if (id !== clientId)
    problems.push(
      `DISCORD_CLIENT_ID is not the ID of the application that DISCORD_TOKEN belongs to, so people sign in to another one and invite that. Set it to ${id}, and DISCORD_CLIENT_SECRET to the secret of the same application.`,
    )
  else if (callback !== undefined && !redirects.includes(callback))
    problems.push(`Nobody can sign in: add the redirect ${callback} at ${portal} (OAuth2, Redirects).`)
  if (endpoint)
    problems.push(
      `Slash commands and buttons do not reach the bot, because Discord sends them to the Interactions Endpoint URL. Empty it at ${portal} (General Information).`,
    )
  if (application.bot_require_code_grant)
    problems.push(`Nobody can invite the bot: switch off Requires OAuth2 Code Grant at ${portal} (Bot).`)
  return problems
}

export interface PortalWatch {
  /** The problems that were found, in one sentence each. */
  problems(): readonly string[]
  /** Checks now and, while something is wrong, repeatedly. @param callback the redirect address of the sign-in */
  begin(callback: string | undefined): Promise<void>
  stop(): void
}

/**
 * Checks whether people can sign in, invite the bot and use its commands, as far as the developer portal decides that.
 */
export function watchPortal(client: Client, config: Config, log: Logger): PortalWatch {
  let problems: string[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Checks the secret with the id of the application that the token belongs to: a wrong id is reported separately. */
  const findInSecret = async (id: string) => {
    try {
      return { unsure: false, wrong: await isSecretRefused(config, id) }
    } catch (err) {
      log.debug({ err }, 'the secret could not be checked')
      return { unsure: true, wrong: problems.includes(wrongSecret) }
    }
  }
  const begin = async (callback: string | undefined): Promise<void> => {
    try {
      const application = (await client.rest.get('/applications/@me')) as Application
      const found = applicationProblems(application, config.discord.clientId, callback)
      const secret = await findInSecret(application.id)
      if (secret.wrong) found.push(wrongSecret)
      for (const problem of found) if (!problems.includes(problem)) log.warn(problem)
      problems = found
      if (found.length === 0 && !secret.unsure) return
    } catch (err) {
      log.debug({ err }, 'the application could not be checked')
    }
    if (!stopped) timer = setTimeout(() => void begin(callback), againMs).unref()
  }
  return {
    problems: () => problems,
    begin,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
