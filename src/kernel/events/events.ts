import type { Client, Guild, Message } from 'discord.js'
import { contextsOf } from '../context.ts'
import type { GuildEvent } from '../discord/intents.ts'
import { guildOf } from '../discord/event-guild.ts'
import { onOwnInitiative } from '../discord/initiator.ts'
import { rests } from '../entitlements.ts'
import type { Context, Feature, Services } from '../feature.ts'
import { afterRequests } from '#kit/after-requests.ts'
import type { InFlight } from './in-flight.ts'
import { createReturns } from './returning-members.ts'

type Answer = 'stop' | undefined

interface Step {
  feature: Feature
  hear(guild: Guild, args: unknown[]): Promise<Answer> | Answer
}

/** Events about a guild's availability, which are passed on even though the guild is unavailable. */
const throughOutages: ReadonlySet<GuildEvent> = new Set<GuildEvent>(['guildDelete', 'guildCreate', 'guildAvailable'])

/**
 * In an attack these events come by the dozen, with the audit log entries that say who it is: their listeners, such as
 * those that log them, run after the request that stops the attacker has left.
 */
const afterwards: ReadonlySet<GuildEvent> = new Set<GuildEvent>([
  'channelDelete',
  'roleDelete',
  'guildAuditLogEntryCreate',
])

/** Every event that some feature listens to. */
export function heardEvents(features: readonly Feature[]): Set<GuildEvent> {
  const events = features.flatMap(({ parts }) => Object.keys(parts.listeners ?? {}) as GuildEvent[])
  return new Set<GuildEvent>([...events, 'messageCreate'])
}

/** Whether a feature is switched on in a guild: its switch is on, or it has none. */
export function switchedOn(
  services: Pick<Services, 'settings'>,
  { contract, parts }: Feature,
  guildId: string,
): boolean {
  const { switch: own } = parts
  if (own === undefined) return true
  return typeof own === 'string'
    ? services.settings.read(guildId, contract)[own as never] === true
    : own.on(services, guildId)
}

/** Whether a feature is switched on and does not rest for lack of premium. */
export const works = (
  services: Pick<Services, 'settings' | 'entitlements'>,
  feature: Feature,
  guildId: string,
  isOn: typeof switchedOn = switchedOn,
): boolean => !rests(services, feature.contract, guildId) && isOn(services, feature, guildId)

/** {@link switchedOn} during a start: reads only the switch, because a thousand servers become available. */
export const switchedOnAtStart = (services: Pick<Services, 'settings'>, feature: Feature, guildId: string): boolean => {
  const { contract, parts } = feature
  return typeof parts.switch === 'string'
    ? services.settings.peek(guildId, contract, parts.switch) === true
    : switchedOn(services, feature, guildId)
}

/**
 * Passes one event to its listeners in manifest order and waits for each, so that protection is finished before rewards
 * begin.
 * An error is logged and affects no other feature; 'stop' ends the walk; features that are switched off are skipped.
 * @returns undefined when no listener was asynchronous, as with most messages: a promise for each would cost noticeable
 * time
 */
function walk(
  log: Services['log'],
  steps: readonly Step[],
  event: GuildEvent,
  guild: Guild,
  args: unknown[],
  from = 0,
): Promise<void> | undefined {
  for (let place = from; place < steps.length; place++) {
    const step = steps[place]
    if (!step) continue
    try {
      const answer = step.hear(guild, args)
      if (answer === 'stop') return undefined
      if (answer instanceof Promise) return walkOn(log, steps, event, guild, args, place, answer)
    } catch (err) {
      noteFailure(log, step, event, guild, err)
    }
  }
  return undefined
}

const noteFailure = (log: Services['log'], { feature }: Step, event: GuildEvent, guild: Guild, err: unknown): void =>
  log.error({ err, feature: feature.contract.name, event, guildId: guild.id }, 'listener failed')

/** Continues the walk once the listener at `place` has answered. */
async function walkOn(
  log: Services['log'],
  steps: readonly Step[],
  event: GuildEvent,
  guild: Guild,
  args: unknown[],
  place: number,
  answer: Promise<Answer>,
): Promise<void> {
  try {
    if ((await answer) === 'stop') return
  } catch (err) {
    const step = steps[place]
    if (step) noteFailure(log, step, event, guild, err)
  }
  await walk(log, steps, event, guild, args, place + 1)
}

type Listener = (ctx: Context, ...args: unknown[]) => ReturnType<Step['hear']>

const stopIf = (ends: boolean): Answer => (ends ? 'stop' : undefined)

/** Wraps a listener so that it only runs while its feature works. Looks up once what every message needs. */
function whenOn(services: Services, feature: Feature, heard: Listener, isOn: typeof switchedOn): Step['hear'] {
  const { settings } = services
  const { contract, parts } = feature
  const contextIn = contextsOf(services, contract)
  const key = isOn === switchedOn && typeof parts.switch === 'string' ? (parts.switch as never) : undefined
  const hears = (guildId: string) =>
    key === undefined
      ? works(services, feature, guildId, isOn)
      : settings.read(guildId, contract)[key] === true && !rests(services, contract, guildId)
  return (guild, args) => (hears(guild.id) ? heard(contextIn(guild), ...args) : undefined)
}

/**
 * Adds one listener to the client for every event that a feature listens to.
 * @param dispatchCommand runs the command in a message; true when the message was a command
 * @returns a function that removes all of them
 */
export function listen(
  client: Client,
  services: Services,
  work: InFlight,
  dispatchCommand: (guild: Guild, message: Message) => Promise<boolean> | boolean,
): () => void {
  const supplier = services.features.find(({ parts }) => parts.commandPrefix) ?? services.features.at(-1)
  // Commands are dispatched whether or not the feature that supplies the prefix is switched on.
  const hearCommand: Step['hear'] = (guild, [message]) => {
    const wasCommand = dispatchCommand(guild, message as Message)
    return wasCommand instanceof Promise ? wasCommand.then(stopIf) : stopIf(wasCommand)
  }
  const afterDepartures = createReturns()
  const lookUp = (id: string) => client.guilds.cache.get(id)
  const offs = [...heardEvents(services.features)].map(event => {
    const steps = services.features.flatMap((feature): Step[] => {
      const heard = feature.parts.listeners?.[event] as Listener | undefined
      const isOn = event === 'guildAvailable' ? switchedOnAtStart : switchedOn
      const own: Step[] = heard ? [{ feature, hear: whenOn(services, feature, heard, isOn) }] : []
      return event === 'messageCreate' && feature === supplier ? [...own, { feature, hear: hearCommand }] : own
    })
    const mayWait = event === 'guildMemberRemove' || event === 'guildMemberAdd'
    const onEvent = (...args: unknown[]) => {
      const guild = guildOf(args, lookUp)
      if (!guild || (!guild.available && !throughOutages.has(event))) return
      // The library also emits events within the request that somebody has just made the bot send.
      const start = () => onOwnInitiative(() => walk(services.log, steps, event, guild, args))
      if (afterwards.has(event)) {
        void work.track(new Promise<void>(resolve => void afterRequests(() => resolve(start()))))
        return
      }
      const walking = mayWait ? afterDepartures(event, guild.id, args, start) : start()
      if (walking) void work.track(walking)
    }
    client.on(event, onEvent)
    return () => client.off(event, onEvent)
  })
  return () => {
    for (const off of offs) off()
  }
}
