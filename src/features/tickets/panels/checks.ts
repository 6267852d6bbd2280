import { ChannelType, type GuildBasedChannel, type GuildMember, type Role } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { lazy } from '#kit/lazy.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { embedsTotal, limits } from '#kit/message/limits/contract.ts'
import { number } from '#kit/message/limits/rules/contract.ts'
import { inert } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { categoriesFor, isFull, serverIsFull } from './category.ts'
import { rolesOfPanel } from '../rights/rights.ts'
import { mostInCategory, usedIn } from '../settings/categories.ts'
import type { DeployCheck, PanelDesign } from './contract.ts'
import { panelEmbeds } from './embeds/contract.ts'
import { carrierOf } from './message.ts'
import { panelOf } from './rows.ts'

type Ctx = Context<typeof tickets> & { member: GuildMember }
type Offer = NonNullable<DeployCheck['offer']>
type Field = keyof PanelDesign

/** From this number of channels on, the check says how few more fit. */
const nearlyFull = mostInCategory - 5

const told =
  (level: DeployCheck['level']) =>
  (sentence: string, field: Field | null = null, offer: Offer | null = null): DeployCheck => ({
    level,
    sentence,
    field,
    offer,
  })
const good = told('good')
const warning = told('warning')
const danger = told('danger')

const named = ({ member }: Ctx, channel: GuildBasedChannel) => `#${inert(channelName(channel, member))}`
const day = lazy(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }))

function channelChecks(ctx: Ctx, design: PanelDesign): DeployCheck[] {
  const { guild } = ctx
  if (design.channel_id === null) return [danger('Please select a channel before deploying', 'channel_id')]
  const channel = guild.channels.cache.get(design.channel_id)
  if (!channel || channel.isThread()) return [danger('Its channel no longer exists. Choose another.', 'channel_id')]
  if (isHidden(channel)) return [danger('I cannot see its channel. Give my role View Channel there.', 'channel_id')]
  const { me } = guild.members
  const missing = me ? channel.permissionsFor(me).missing(['ViewChannel', 'SendMessages', 'EmbedLinks']) : []
  const name = named(ctx, channel)
  const may =
    missing.length === 0
      ? good(`I can post in ${name}.`)
      : danger(`I need ${listed(missing.map(permissionName))} in ${name}.`, 'channel_id')
  const everyone = channel.permissionsFor(guild.roles.everyone).has('ViewChannel')
  return [
    may,
    everyone
      ? good(`Everybody sees ${name}.`)
      : warning(`Not everybody sees ${name}: members who cannot see it cannot open a ticket.`, 'channel_id'),
  ]
}

function threadChecks(ctx: Ctx, design: PanelDesign): DeployCheck[] {
  const channel = ctx.guild.channels.cache.get(design.channel_id ?? '')
  const { me } = ctx.guild.members
  const needed = ['CreatePrivateThreads', 'SendMessagesInThreads'] as const
  const missing = channel && !isHidden(channel) && me ? channel.permissionsFor(me).missing([...needed]) : []
  if (missing.length > 0)
    return [
      danger(
        `Tickets are private threads: I need ${listed(missing.map(permissionName))} in its channel.`,
        'channel_id',
      ),
    ]
  return [
    good('Tickets are private threads of its channel.'),
    ...threadTeamChecks(ctx, design, channel),
    ...(design.claim_visibility === 'everyone'
      ? []
      : [
          warning(
            'A claim keeps nobody out of a thread: the rest of the team can still read and answer.',
            'claim_visibility',
          ),
        ]),
  ]
}

/** Discord adds nobody to a thread from a role with this many members or more. */
const mostAdded = 100

/** Checks whose roles are brought into a thread by a mention. */
function threadTeamChecks(ctx: Ctx, design: PanelDesign, channel: GuildBasedChannel | undefined): DeployCheck[] {
  const team = teamOf(ctx, design)
  const readers = rolesNamed(ctx, rolesOfPanel(ctx.own, design).read)
  const names = (roles: readonly Role[]) => listed(roles.map(({ name }) => inert(name)))
  const large = team.filter(({ members }) => members.size >= mostAdded)
  const blind =
    !channel || isHidden(channel) ? [] : team.filter(role => !channel.permissionsFor(role).has('ViewChannel'))
  const added = team.filter(role => !large.includes(role) && !blind.includes(role) && isPingable(ctx, role))
  return [
    ...(added.length > 0 ? [good(`Members with ${names(added)} are added to each.`)] : []),
    ...(large.length > 0
      ? [
          warning(
            `${names(large)}: Discord adds nobody to a thread from a role with ${mostAdded} or more members. Choose a smaller role, or use channels.`,
            'support_roles',
          ),
        ]
      : []),
    ...(blind.length > 0
      ? [
          warning(
            `${names(blind)}: members who cannot see its channel are not added to its threads. Give them access to it.`,
            'channel_id',
          ),
        ]
      : []),
    ...(readers.length > 0
      ? [
          warning(
            `${names(readers)}: everybody in a thread can write there, so those who only see tickets read them in the dashboard.`,
            'view_roles',
          ),
        ]
      : []),
  ]
}

function categoryChecks(ctx: Ctx, design: PanelDesign): DeployCheck[] {
  const { guild, member } = ctx
  const useThreads: Offer = { label: 'Use private threads', field: 'kind', value: 'thread' }
  if (design.kind === 'thread') return threadChecks(ctx, design)
  if (serverIsFull(guild))
    return [danger('This server has 500 channels, as many as Discord allows.', 'kind', useThreads)]
  if (!guild.members.me?.permissions.has('ManageChannels'))
    return [danger('I need Manage Channels to create channels for tickets.', 'kind', useThreads)]
  const listedIds = categoriesFor(ctx.own, design)
  if (listedIds.length === 0)
    return [warning('No category is chosen: tickets appear above all categories.', 'categories')]
  const standing = listedIds.flatMap(id => {
    const found = guild.channels.cache.get(id)
    return found?.type === ChannelType.GuildCategory ? [found] : []
  })
  const gone = listedIds.length - standing.length
  const checks =
    gone > 0
      ? [
          warning(
            gone === 1 ? 'A category of its tickets was deleted.' : `${gone} categories of its tickets were deleted.`,
            'categories',
          ),
        ]
      : []
  const open = standing.find(one => !isFull(guild, one.id))
  const name = (channel: GuildBasedChannel) => inert(channelName(channel, member))
  const [first] = standing
  if (!first)
    return [...checks, warning('None of its categories is there: tickets appear above all categories.', 'categories')]
  if (!open)
    return [
      ...checks,
      warning('All of its categories are full: tickets appear above all categories.', 'categories', useThreads),
    ]
  if (open !== first) return [...checks, warning(`${name(first)} is full: tickets go to ${name(open)}.`, 'categories')]
  const left = mostInCategory - usedIn(guild, open.id)
  return [
    ...checks,
    usedIn(guild, open.id) >= nearlyFull
      ? warning(`${name(open)} holds ${left} more, then it is full.`, 'categories')
      : good(`Tickets go to ${name(open)}.`),
  ]
}

/** Whether a mention by the bot notifies a role. */
const isPingable = ({ guild }: Ctx, { mentionable }: Role) =>
  mentionable || (guild.members.me?.permissions.has('MentionEveryone') ?? false)

const rolesNamed = ({ guild }: Ctx, ids: readonly string[]): Role[] =>
  ids.flatMap(id => guild.roles.cache.get(id) ?? [])
const teamOf = (ctx: Ctx, design: PanelDesign): Role[] => rolesNamed(ctx, rolesOfPanel(ctx.own, design).answer)

function roleChecks(ctx: Ctx, design: PanelDesign): DeployCheck[] {
  const { guild, own } = ctx
  const pinged = [...new Set([...design.ping_roles, ...(own.pingRole === null ? [] : [own.pingRole])])]
  const lists = ['ping_roles', 'support_roles', 'view_roles', 'required_roles'] as const
  const isGone = (id: string) => !guild.roles.cache.has(id)
  const { required_roles } = design
  const all = new Set([...pinged, ...design.support_roles, ...design.view_roles, ...required_roles])
  const gone = [...all].filter(isGone).length
  const named = pinged.flatMap(id => guild.roles.cache.get(id) ?? [])
  const mentioned = design.kind === 'thread' ? [...new Set([...named, ...teamOf(ctx, design)])] : named
  const mute = mentioned.filter(role => !isPingable(ctx, role))
  const checks: DeployCheck[] = []
  if (required_roles.length > 0 && required_roles.every(isGone))
    checks.push(
      danger(
        'Every role that it requires was deleted. Choose others: until then, only the team can open a ticket.',
        'required_roles',
      ),
    )
  else if (gone > 0)
    checks.push(
      warning(
        gone === 1 ? 'One of its roles was deleted.' : `${gone} of its roles were deleted.`,
        lists.find(key => design[key].some(isGone)) ?? null,
      ),
    )
  if (mute.length > 0)
    checks.push(
      warning(
        `I cannot ping ${listed(mute.map(({ name }) => inert(name)))}: let everybody mention it, or give me Mention @everyone.`,
        'ping_roles',
      ),
    )
  return checks.length > 0 ? checks : [good('All of its roles are there.')]
}

function teamCheck(ctx: Ctx, design: PanelDesign): DeployCheck {
  const { own } = ctx
  const team = teamOf(ctx, design)
  if (team.length > 0) return good(`${listed(team.map(({ name }) => inert(name)))} answers.`)
  if (!design.support_team_view && own.supportTeamRole !== null)
    return warning('Only managers of the server can see its tickets.', 'support_team_view', {
      label: 'Let the support team see them',
      field: 'support_team_view',
      value: true,
    })
  return warning('Only managers of the server can see its tickets. Choose a support team role.', 'support_roles')
}

function transcriptCheck({ own }: Ctx, { transcript }: PanelDesign): DeployCheck {
  if (!transcript)
    return warning('No transcript is kept of its tickets.', 'transcript', {
      label: 'Keep transcripts',
      field: 'transcript',
      value: true,
    })
  return own.transcriptsEnabled
    ? good('A transcript is kept of every ticket.')
    : warning('Transcripts are switched off in this server: none is kept.')
}

/** The documented limits of single texts allow more in total than a message can hold. */
const textChecks = (design: PanelDesign): DeployCheck[] =>
  (
    [
      ['panel', 'The panel', 'description'],
      ['opening', 'The opening message', 'open_description'],
    ] as const
  ).flatMap(([which, what, field]) => {
    const total = embedsTotal({ embeds: panelEmbeds(design, which) })
    if (total <= limits.embedsTotal) return []
    const has = `${what} has ${number(total)} characters, and Discord takes ${number(limits.embedsTotal)} in one message`
    return [warning(`${has}: some of its text is cut.`, field)]
  })

/** Returns what would happen if a panel were posted now, in the order in which it is displayed. */
export function checksOf(ctx: Ctx, design: PanelDesign, id?: string): DeployCheck[] {
  const stored = id === undefined ? undefined : panelOf(ctx, ctx.guild.id, id)
  const carrier = stored && carrierOf(ctx, stored)
  const place = ctx.guild.channels.cache.get(carrier?.messageChannelId ?? '')
  const stands =
    carrier && carrier.messageId !== null && !carrier.messageMissing && carrier.deployedAt !== null && place
  return [
    ...channelChecks(ctx, design),
    ...textChecks(design),
    ...categoryChecks(ctx, design),
    ...roleChecks(ctx, design),
    teamCheck(ctx, design),
    transcriptCheck(ctx, design),
    ...(stands
      ? [good(`Replaces the message of ${day().format(carrier.deployedAt ?? 0)} in ${named(ctx, place)}.`)]
      : []),
  ]
}
