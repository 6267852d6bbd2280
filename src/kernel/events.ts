import type { Client, Guild, Message } from 'discord.js'
import { guildContext } from './context.ts'
import type { GuildEvent } from './discord/intents.ts'
import { guildOf } from './event-guild.ts'
import type { Context, Feature, Services } from './feature.ts'
import type { Work } from './work.ts'

interface Step {
  feature: Feature
  /** Commands are dispatched whether or not the feature that supplies the prefix is switched on. */
  always?: boolean
  hear(ctx: Context, ...args: unknown[]): unknown
}

/** These tell that a guild is gone or out of order, so they come through although it is. */
const throughOutages: ReadonlySet<GuildEvent> = new Set<GuildEvent>(['guildDelete', 'guildCreate', 'guildAvailable'])

/** Every event that some feature listens to. */
export function heardEvents(features: readonly Feature[]): Set<GuildEvent> {
  const events = features.flatMap(({ parts }) => Object.keys(parts.listeners ?? {}) as GuildEvent[])
  return new Set<GuildEvent>([...events, 'messageCreate'])
}

/** Whether the feature works in a guild: its switch is on, or it has none. */
export function switchedOn(
  services: Pick<Services, 'settings'>,
  { contract, parts }: Feature,
  guildId: string,
): boolean {
  return parts.switch === undefined || services.settings.read(guildId, contract)[parts.switch as never] === true
}

/**
 * Hands one event to its listeners in manifest order and waits for each, so that safety is done before rewards begin.
 * A throw is logged and harms no other feature; 'stop' ends the walk; switched-off features are passed over.
 */
async function walk(services: Services, steps: readonly Step[], event: GuildEvent, guild: Guild, args: unknown[]) {
  for (const { feature, always, hear } of steps) {
    try {
      if (!always && !switchedOn(services, feature, guild.id)) continue
      const answer = hear(guildContext(services, feature.contract, guild), ...args)
      if ((answer instanceof Promise ? await answer : answer) === 'stop') return
    } catch (err) {
      services.log.error({ err, feature: feature.contract.name, event, guildId: guild.id }, 'listener failed')
    }
  }
}

/**
 * Puts one listener on the client for every event that a feature listens to.
 * @param dispatchCommand runs what the message asks for; true when the message was a command
 * @returns takes them all off
 */
export function listen(
  client: Client,
  services: Services,
  work: Work,
  dispatchCommand: (guild: Guild, message: Message) => Promise<boolean>,
): () => void {
  const supplier = services.features.find(({ parts }) => parts.commandPrefix) ?? services.features.at(-1)
  const offs = [...heardEvents(services.features)].map(event => {
    const steps = services.features.flatMap((feature): Step[] => {
      const heard = feature.parts.listeners?.[event] as Step['hear'] | undefined
      const own: Step[] = heard ? [{ feature, hear: heard }] : []
      if (event !== 'messageCreate' || feature !== supplier) return own
      const commands: Step['hear'] = async (ctx, message) =>
        (await dispatchCommand(ctx.guild, message as Message)) ? 'stop' : undefined
      return [...own, { feature, always: true, hear: commands }]
    })
    const onEvent = (...args: unknown[]) => {
      const guild = guildOf(args, id => client.guilds.cache.get(id))
      if (!guild || (!guild.available && !throughOutages.has(event))) return
      void work.track(walk(services, steps, event, guild, args))
    }
    client.on(event, onEvent)
    return () => client.off(event, onEvent)
  })
  return () => {
    for (const off of offs) off()
  }
}
