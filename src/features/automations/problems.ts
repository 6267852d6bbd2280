import type { Context } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { type ConfigurationProblem, problemOf, type Requirement } from '#kit/requirement.ts'
import { inert } from '#kit/template.ts'
import type { PermissionsString } from 'discord.js'
import type automations from './contract.ts'
import { emojiKeyOf, type AutomationProblem } from './design/contract.ts'
import { actionKind } from './design/kinds/contract.ts'
import { botProblem } from './rights.ts'
import { automationsOf, type Stored } from './rows.ts'

type Ctx = Pick<Context<typeof automations>, 'guild' | 'access' | 'db'>

function* gone({ guild }: Ctx, { trigger, conditions, actions }: Stored['design']): Generator<AutomationProblem> {
  const isGone = (id: string) => !guild.channels.cache.has(id)
  const deleted = trigger.channels.filter(isGone)
  if (deleted.length > 0)
    yield {
      field: 'trigger.channels',
      sentence:
        deleted.length === trigger.channels.length
          ? 'Every channel in which it starts was deleted, so nothing can start it. Choose others.'
          : 'A channel in which it starts was deleted. Remove it.',
    }
  if (trigger.roles.some(id => !guild.roles.cache.has(id)))
    yield { field: 'trigger.roles', sentence: 'A role that starts it was deleted. Remove it.' }
  for (const [at, one] of conditions.entries()) {
    if (one.role_id !== null && !guild.roles.cache.has(one.role_id))
      yield { field: `conditions.${at}.role_id`, sentence: 'Its role was deleted. Choose another, or remove it.' }
    if (one.channels.some(isGone))
      yield { field: `conditions.${at}.channels`, sentence: 'One of its channels was deleted. Remove it.' }
  }
  for (const [at, one] of actions.entries()) {
    if (one.channel_id !== null && isGone(one.channel_id))
      yield { field: `actions.${at}.channel_id`, sentence: 'Its channel was deleted. Choose another.' }
    if (one.role_id !== null && !guild.roles.cache.has(one.role_id))
      yield { field: `actions.${at}.role_id`, sentence: 'Its role was deleted. Choose another.' }
    const emoji = one.kind === 'react' ? emojiKeyOf(one.emoji) : undefined
    if (emoji !== undefined && /^\d+$/.test(emoji) && !guild.emojis.cache.has(emoji))
      yield { field: `actions.${at}.emoji`, sentence: 'Its emoji was deleted. Choose another.' }
  }
}

/** The automation's channels that still exist. */
const places = ({ guild }: Ctx, { trigger }: Stored['design']) =>
  trigger.channels.filter(id => guild.channels.cache.has(id))

/** Why parts of an automation do not work, in the order of its page. */
export function problemsOf(ctx: Ctx, { design }: Pick<Stored, 'design'>): AutomationProblem[] {
  const { guild } = ctx
  const hidden = design.trigger.channels.some(id => {
    const channel = guild.channels.cache.get(id)
    return channel !== undefined && isHidden(channel)
  })
  return [
    ...gone(ctx, design),
    ...(hidden
      ? [
          {
            field: 'trigger.channels',
            sentence: 'I cannot see a channel in which it starts. Give my role View Channel.',
          },
        ]
      : []),
    ...design.actions.flatMap((action, at) => {
      const sentence = botProblem(ctx, guild, action, places(ctx, design))
      return sentence === undefined ? [] : [{ field: `actions.${at}`, sentence }]
    }),
  ]
}

const switchedOn = (ctx: Ctx) => automationsOf(ctx, ctx.guild.id).filter(({ on }) => on)

/** The Discord permissions that active automations need. */
export function requires(ctx: Ctx): Requirement[] {
  return switchedOn(ctx).flatMap(({ design }) => {
    const why = `for the automation ${inert(design.name)}`
    const ofRoles = design.trigger.kind === 'role_given' || design.trigger.kind === 'role_taken'
    const notices: Requirement[] = ofRoles ? [{ permission: 'ViewAuditLog', why }] : []
    const acts = design.actions.flatMap((action): Requirement[] => {
      const { needs, takes } = actionKind(action.kind)
      const channels =
        action.kind === 'send' || action.kind === 'copy'
          ? [action.channel_id]
          : takes === 'message'
            ? design.trigger.channels
            : []
      const known = channels.flatMap(id => ctx.guild.channels.cache.get(id ?? '') ?? [])
      const wanted = needs as readonly PermissionsString[]
      const role = ctx.guild.roles.cache.get(action.role_id ?? '')
      const everywhere = channels.length === 0 ? wanted.map(permission => ({ permission, why })) : []
      const there = known.flatMap(channel =>
        wanted.map(one => ({
          permission: channel.isThread() && one === 'SendMessages' ? ('SendMessagesInThreads' as const) : one,
          channelId: channel.id,
          why,
        })),
      )
      const above: Requirement[] = role ? [{ permission: 'ManageRoles', aboveRoleId: role.id, why }] : []
      return [...everywhere, ...there, ...above]
    })
    return [...notices, ...acts]
  })
}

/** Other reasons why active automations do not work. */
export const problems = (ctx: Ctx): ConfigurationProblem[] =>
  switchedOn(ctx).flatMap(stored => {
    const title = `The automation “${inert(stored.design.name)}”`
    const paused =
      stored.pausedAt === null
        ? []
        : [
            {
              title: `${title} is paused: ${(stored.problem ?? 'something failed').replace(/\.$/, '')}`,
              repair: 'Fix the cause, then switch it on again on the page Automations.',
            },
          ]
    const broken = [...gone(ctx, stored.design)].map(({ sentence }) =>
      problemOf(title, sentence, 'Open it on the page Automations.'),
    )
    return [...paused, ...broken]
  })
