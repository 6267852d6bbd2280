import { isDeepStrictEqual } from 'node:util'
import { ChannelType, type GuildMember } from 'discord.js'
import type { Body } from '#contract'
import type { Author, Context, Things } from '#kernel/feature.ts'
import { demandRevision, designIn, newThingId } from '#kit/design.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import type tickets from '../contract.ts'
import { followPanel } from '../life/apply-team-changes.ts'
import { scheduleAllTimers } from '../life/timers.ts'
import { cannotPing, mayPing } from '../rights/pings.ts'
import { type endpoints, mostPanels, type PanelDesign, panelDesign, panelsNoted } from './contract.ts'
import { deletePanel } from './deploy.ts'
import { embedProblems } from './embeds/contract.ts'
import { readersRefusal } from '../rights/rights.ts'
import { ofNoPanel, teamOfPanel } from './panel-team.ts'
import { changePanel, countPanels, insertPanel, joinedTo, panelOf, panelsOf, type StoredPanel } from './rows.ts'
import { mostOnOneMessage } from './template.ts'
import { ownOf } from './panel-history.ts'
import { toldPanel } from './field-labels/contract.ts'

type Ctx = Context<typeof tickets> & { member: GuildMember }
type Posted = Partial<Body<(typeof endpoints)['savePanel']>>

const refused = (code: string, sentence: string, field: string, status = 400) =>
  new UserError(`tickets.${code}`, sentence, status, { [field]: sentence })

function demandBasics(design: Partial<PanelDesign>): void {
  const noTitle = (design.title ?? '').trim() === ''
  const noChannel = !design.channel_id
  if (noTitle && noChannel) throw refused('panel-basics', 'Panel title and channel are required', 'title')
  if (noTitle) throw refused('panel-title', 'Panel title is required', 'title')
  if (noChannel) throw refused('panel-channel', 'Please select a channel for the panel', 'channel_id')
}

/** New channels, categories and roles must belong to this server, and be visible to the member who chooses them. */
function demandOwn({ guild, member }: Ctx, after: PanelDesign, before: PanelDesign | undefined): void {
  const { cache } = guild.channels
  if (after.channel_id !== (before?.channel_id ?? null)) {
    const channel = cache.get(after.channel_id ?? '')
    if (!channel) throw refused('no-channel', 'There is no such channel in this server.', 'channel_id')
    if (channel.type !== ChannelType.GuildText && channel.type !== ChannelType.GuildAnnouncement)
      throw refused('channel-kind', 'A panel is posted in a text channel. Choose one.', 'channel_id')
  }
  const category = (id: string) => {
    const found = cache.get(id)
    const isSeen = found && !isHidden(found) && found.permissionsFor(member).has('ViewChannel')
    return isSeen && found.type === ChannelType.GuildCategory
  }
  if (after.categories.some(id => !before?.categories.includes(id) && !category(id)))
    throw refused('no-category', 'There is no such category in this server that you and I can see.', 'categories')
  for (const key of ['support_roles', 'view_roles', 'ping_roles', 'required_roles'] as const) {
    const isRole = (id: string) => id !== guild.id && guild.roles.cache.has(id)
    if (after[key].some(id => !before?.[key].includes(id) && !isRole(id)))
      throw refused('no-role', 'There is no such role in this server.', key)
  }
  if (after.ping_roles.some(id => !before?.ping_roles.includes(id) && !mayPing(guild, member, id)))
    throw refused('cannot-ping', cannotPing, 'ping_roles', 403)
}

const seated = ['support_team_view', 'support_roles', 'view_roles'] as const

/**
 * A restored panel's channel must be visible to the member who restores it. Forms are checked before they are posted.
 */
function demandSeen({ guild, member }: Ctx, id: string | null | undefined, before: PanelDesign | undefined): void {
  if (id === undefined || id === null || id === before?.channel_id) return
  const channel = guild.channels.cache.get(id)
  if (!channel || isHidden(channel) || !channel.permissionsFor(member).has('ViewChannel'))
    throw refused('no-channel', 'There is no such channel in this server that you and I can see.', 'channel_id')
}

/** Only managers of the server may change who reads a panel's tickets; this also holds for a panel that was deleted. */
function demandReaders(ctx: Ctx, id: string | undefined, after: PanelDesign, before: PanelDesign | undefined): void {
  const known = before ?? (id === undefined ? ofNoPanel : teamOfPanel(ctx, ctx.guild.id, id))
  const changed = seated.find(key => !isDeepStrictEqual(after[key], known[key]))
  if (changed !== undefined && !ctx.access.has(ctx.member, 'tickets.readers', 'tickets'))
    throw refused('readers', readersRefusal, changed, 403)
}

/** A panel can only be joined to one that is not joined itself, so that each has one message. */
function demandJoinable(ctx: Ctx, id: string | undefined, { joined_to }: PanelDesign): void {
  if (joined_to === null) return
  const carrier = panelOf(ctx, ctx.guild.id, joined_to)
  if (!carrier || joined_to === id) throw refused('no-carrier', 'There is no such panel to join.', 'joined_to')
  if (carrier.design.joined_to !== null)
    throw refused('carrier-joined', 'That panel is joined to another one. Join that one instead.', 'joined_to')
  const others = joinedTo(ctx, ctx.guild.id, joined_to).filter(one => one.id !== id)
  if (others.length + 2 > mostOnOneMessage)
    throw refused('carrier-full', `One message holds at most ${mostOnOneMessage} panels.`, 'joined_to')
  if (id !== undefined && joinedTo(ctx, ctx.guild.id, id).length > 0)
    throw refused('carries', 'Other panels are joined to this one. Take them off it first.', 'joined_to')
}

/** The parts that the documented keys do not cover must be acceptable to Discord as well. */
function demandEmbeds(after: PanelDesign, before: PanelDesign | undefined): void {
  for (const [which, key] of [
    ['panel', 'more_embeds'],
    ['opening', 'open_more_embeds'],
  ] as const) {
    if (after[key].length === 0 || isDeepStrictEqual(after[key], before?.[key])) continue
    const [problem] = embedProblems(after, which)
    if (problem) throw refused('embeds', `${problem.place}: ${problem.sentence}`, key)
  }
}

/** Stores a change that has passed all checks. */
type Judged = (author: Author) => StoredPanel

function create(ctx: Ctx, posted: Partial<PanelDesign>, id = newThingId()): Judged {
  const { db, guild, member, now } = ctx
  if (countPanels(ctx, guild.id) >= mostPanels)
    throw new UserError('tickets.panels-full', `A server has at most ${mostPanels} panels. Delete one first.`)
  const design = panelDesign.parse(posted)
  demandOwn(ctx, design, undefined)
  demandReaders(ctx, id, design, undefined)
  demandJoinable(ctx, id, design)
  demandEmbeds(design, undefined)
  const saved = { savedAt: now(), savedById: member.id, savedByName: member.displayName }
  return author =>
    db.transaction(() => {
      ctx.note({ kind: panelsNoted, id, name: design.title, after: ownOf(design) }, author)
      return insertPanel(ctx, { guildId: guild.id, id, design, createdAt: now(), ...saved })
    })
}

function change(ctx: Ctx, panel: StoredPanel, posted: Partial<PanelDesign>): Judged {
  const { guild, member, now } = ctx
  const design = panelDesign.parse({ ...panel.design, ...posted })
  if (isDeepStrictEqual(design, panel.design)) return () => panel
  demandOwn(ctx, design, panel.design)
  demandReaders(ctx, panel.id, design, panel.design)
  demandJoinable(ctx, panel.id, design)
  demandEmbeds(design, panel.design)
  const saved = { savedAt: now(), savedById: member.id, savedByName: member.displayName }
  return author => {
    const changed = ctx.db.transaction(() => {
      followPanel(ctx, panel, design)
      ctx.note({ kind: panelsNoted, id: panel.id, name: design.title, before: panel.design, after: design }, author)
      return changePanel(ctx, panel, { design, revision: panel.revision + 1, ...saved }) ?? panel
    })
    if (design.max_duration !== panel.design.max_duration) scheduleAllTimers(ctx, guild.id)
    return changed
  }
}

/** Whether a panel with this id ever existed, as far back as the history goes. */
const isKnown = ({ settings, guild }: Ctx, id: string): boolean =>
  Object.keys(settings.lastNoted(guild.id, 'tickets' satisfies (typeof tickets)['name'], `${panelsNoted}/${id}/`))
    .length > 0

/**
 * Creates a panel, changes one, or copies one under a new id. Nothing is awaited between reading and changing the row.
 * @throws UserError 400 with the fields at fault, 404 if it has been deleted, 409 if somebody else saved first
 */
export function savePanel(ctx: Ctx, body: Posted, author: Author): StoredPanel {
  const { id, revision } = body
  const posted = designIn(panelDesign, body)
  const panel = id === undefined ? undefined : panelOf(ctx, ctx.guild.id, id)
  demandBasics({ ...panel?.design, ...posted })
  // The documented calls have no revision: a copy that is posted whole contains that of its original.
  const isCopy = !panel && id !== undefined && !isKnown(ctx, id)
  demandRevision(
    ctx,
    {
      noun: 'panel',
      gone: 'tickets.no-panel',
      conflict: 'tickets.panel-conflict',
      words: toldPanel,
      caller: author.userId,
    },
    panel,
    isCopy ? undefined : revision,
    posted,
  )
  return (panel ? change(ctx, panel, posted) : create(ctx, posted, id))(author)
}

/** Panels in the server's history. */
export const notedPanels: Things<typeof tickets> = {
  noun: 'panel',
  fields: toldPanel,
  name: 'title',
  read: (ctx, id) => panelOf(ctx, ctx.guild.id, id)?.design,
  put(ctx, id, patch, author) {
    // Both are validated with the schemas of their fields.
    const posted: Partial<PanelDesign> = patch
    const panel = panelOf(ctx, ctx.guild.id, id)
    demandSeen(ctx, posted.channel_id, panel?.design)
    const judged = panel ? change(ctx, panel, posted) : create(ctx, posted, id)
    if (author) judged(author)
  },
  portable: {
    list: ctx => panelsOf(ctx, ctx.guild.id),
    saves: 'savePanel',
    most: mostPanels,
    joins: 'joined_to',
    loses: ['categories', 'support_roles', 'view_roles', 'ping_roles'],
    unfit: design => ((design['channel_id'] ?? null) === null ? 'Please select a channel for the panel' : undefined),
    arrives: 'It is not posted yet: post it on its page.',
    remove: deletePanel,
  },
}
