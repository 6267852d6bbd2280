import { defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'
import { type Member, memberOf } from '../member.ts'
import { withoutTimeLimits } from '../without-time-limits.ts'

/** The demo world for another library's client, which runs as the demo's bot. */
export interface Stage {
  sandbox: RunningSandbox
  token: string
  applicationId: string
  botId: string
  /** The server that the tests are about. */
  guildId: string
  channel(name: string): string
  role(name: string): string
  as(login: string): Member
  idOf(login: string): string
  /** Fills in the form that the bot answered an interaction with, and sends it. */
  submit(login: string, interactionId: string, fields: Record<string, string>): Promise<void>
  /** @throws Error when the client did something that is not part of Discord's API */
  close(): Promise<void>
}

export async function createStage(): Promise<Stage> {
  const sandbox = await createWatchedSandbox({
    conditions: { ...withoutTimeLimits, rateLimits: { ...defaultConditions.rateLimits, enabled: false } },
  })
  const { world } = sandbox.context
  const application = applicationOf(sandbox)
  const named = <T>(all: Iterable<T>, name: string, nameOf: (one: T) => unknown): T => {
    for (const one of all) if (nameOf(one) === name) return one
    throw new Error(`the demo has no ${name}`)
  }
  const home = named(world.guilds.values(), 'Tidewater Makers', ({ guild }) => guild.name)
  const guildId = home.guild.id
  const channel = (name: string) => named(world.channels.values(), name, one => one.channel.name).channel.id
  const as = (login: string) => memberOf({ sandbox, applicationId: application.id, guildId }, login)
  return {
    sandbox,
    token: application.token,
    applicationId: application.id,
    botId: application.botUserId,
    guildId,
    channel,
    role: name => named(home.roles.values(), name, one => one.name).id,
    as,
    idOf: login => as(login).userId,
    submit: (login, interactionId, fields) =>
      as(login).rest('POST', '/interactions', {
        type: 5,
        application_id: application.id,
        guild_id: guildId,
        channel_id: channel('general'),
        data: {
          id: interactionId,
          components: Object.entries(fields).map(([custom_id, value]) => ({
            type: 1,
            components: [{ type: 4, custom_id, value }],
          })),
        },
      }),
    close: sandbox.close,
  }
}
