import type { Guild, GuildMember, GuildTextBasedChannel, Interaction } from 'discord.js'
import { explain } from '#kit/discord-errors.ts'
import { newReference, UserError } from '#kit/errors.ts'
import type { CallerNeed } from '../access.ts'
import { guildContext } from '../context.ts'
import { initiatedBy } from '../discord/initiator.ts'
import { demandPremium } from '../entitlements.ts'
import { switchedOn } from '../events/events.ts'
import type { Feature, Services } from '../feature.ts'
import type { Component, Presses } from '../declarations/component.ts'
import { type CustomId, readCustomId } from '../declarations/custom-id.ts'
import { channelOf } from './interaction-place.ts'
import { prefixOf } from './prefix.ts'
import { answerPressOf, type Press, type PressAnswer } from './press-answer.ts'
import { demandRights } from './rights.ts'
import { moduleOff } from './run.ts'

const outdated = () =>
  new UserError(
    'component.outdated',
    'This control is from an older version of me and no longer works. Please start again.',
  )
const unseen = () => new UserError('component.unseen', 'I cannot see this server right now.', 503)
const notThere = () => new UserError('component.not-there', 'You are no longer in the server that this is about.', 403)
const notYours = () =>
  new UserError('component.not-yours', 'These controls belong to somebody else. Use the command yourself.', 403)

type Known = Map<string, { feature: Feature; component: Component }>

/** @throws Error when a feature has two components with the same name, or a component of another feature */
function byRoute(features: readonly Feature[]): Known {
  const known: Known = new Map()
  for (const feature of features)
    for (const component of feature.parts.components ?? []) {
      const route = `${feature.contract.name}:${component.name}`
      if (component.contract.name !== feature.contract.name || known.has(route))
        throw new Error(`${route}: a component is declared once, in its own feature`)
      known.set(route, { feature, component })
    }
  return known
}

/** The data in the custom id. @throws UserError when it is outdated, or belongs to somebody else */
function readData({ data, pressedBy }: Component, route: CustomId, userId: string): unknown {
  const read = pressedBy === 'caller' ? route.readWithCaller(data) : { caller: userId, data: route.read(data) }
  const parsed = data.safeParse(read.data)
  if (!parsed.success || !/^\d{17,20}$/.test(read.caller)) throw outdated()
  if (read.caller !== userId) throw notYours()
  return parsed.data
}

/**
 * Checks needs in a direct message, where nobody has permissions; who owns the server is known all the same.
 * @throws UserError when anything but ownership is needed, or the member is not the owner
 */
function demandOwner({ id, guild }: GuildMember, needs: readonly CallerNeed[]): void {
  if (needs.some(need => need !== 'owner')) throw outdated()
  if (needs.length > 0 && id !== guild.ownerId)
    throw new UserError('command.forbidden', 'Only the owner of the server may do that.', 403)
}

const kindOf = (press: Press): keyof Presses =>
  press.isModalSubmit() ? 'modal' : press.isButton() ? 'button' : 'select'

async function placeOf(press: Press, guild: Guild): Promise<GuildTextBasedChannel> {
  const channel = await channelOf(guild, press)
  if (!channel?.isTextBased()) throw unseen()
  return channel
}

interface Components {
  /**
   * Answers a press of a button, a choice in a select menu, or a submitted modal. Everything needed is in the custom
   * id, so it works after a restart, too. Never throws: a person's mistake is explained to them alone, and for a bug
   * they see a reference that is also in the log.
   */
  answer(press: Press): Promise<void>
}

/** @throws Error when two components have the same name */
export function createComponents(services: Services): Components {
  const known = byRoute(services.features)

  /** Finds the member of the server that a control in a direct message is about. */
  const presserOf = async ({ user }: Press, guildId: string | undefined) => {
    if (guildId === undefined) throw outdated()
    const guild = services.client.guilds.cache.get(guildId)
    const member = guild ? await services.access.member(guild, user.id) : null
    if (!guild || !member) throw notThere()
    return { guild, member }
  }

  const run = async (
    press: Press,
    route: CustomId,
    answer: PressAnswer,
    { feature, component }: NonNullable<ReturnType<Known['get']>>,
  ) => {
    const { contract } = feature
    if (component.kind !== kindOf(press)) throw outdated()
    const data = readData(component, route, press.user.id)
    const isDirect = press.guildId === null
    const { guild, member } = isDirect ? await presserOf(press, component.aboutGuild(data)) : press
    if (!guild?.available) throw unseen()
    if (!component.always && !switchedOn(services, feature, guild.id))
      throw new UserError(
        'command.off',
        moduleOff(contract.title, `${prefixOf(services, guild.id)}config ${contract.name} on`),
      )
    const needs = component.needs(data)
    if (!isDirect) {
      const { memberPermissions: granted } = press
      const use = { member, channel: await placeOf(press, guild), granted, feature: contract.name }
      demandRights(services, use, { needs })
    } else demandOwner(member, needs)
    demandPremium(services, contract, guild.id)
    const ctx = Object.assign(guildContext(services, contract, guild, member), {
      interaction: press,
      member,
      answer: answer.answer,
    })
    await initiatedBy({ member, feature: contract.name, needs }, () => component.run(ctx as never, data))
  }

  return {
    async answer(press) {
      const route = readCustomId(press.customId)
      const found = route && known.get(`${route.feature}:${route.component}`)
      const answer = answerPressOf(press, found?.component.ack)
      try {
        if (press.guildId !== null && !press.inCachedGuild()) throw unseen()
        if (!found) throw outdated()
        await run(press, route, answer, found)
      } catch (error) {
        const told = explain(error)
        const reference = newReference()
        const facts = { customId: press.customId, guildId: press.guildId }
        if (!told) services.log.error({ err: error, reference, ...facts }, 'component failed')
        const crash = `Something went wrong. Please tell whoever runs this bot the reference ${reference}.`
        try {
          await answer.refuse(told?.message ?? crash)
        } catch (err) {
          services.log.warn({ err, ...facts }, 'answer could not be delivered')
        }
      } finally {
        answer.end()
      }
    },
  }
}

/** Whether it is a button press, a select choice or a submitted modal; its server may not be cached. */
export const isPress = (interaction: Interaction): interaction is Press =>
  interaction.isMessageComponent() || interaction.isModalSubmit()
