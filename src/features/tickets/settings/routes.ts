import { type Guild, type GuildMember } from 'discord.js'
import type { Answered } from '#contract'
import { channelsOf, coreOf, rolesOf } from '#kernel/discord/guild-shape.ts'
import type { FormParts, RouteContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { panelsOf } from '../panels/rows.ts'
import { defaultPanel, panelDesign } from '../panels/contract.ts'
import { withoutToken } from '../transcripts/webhook.ts'
import { addCategoryOnce } from './add-category.ts'
import { categoriesOf, categoryNames, removeCategory, setDefaultCategory } from './categories.ts'
import type { endpoints, forms } from './contract.ts'

type Tickets = typeof tickets
type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<Tickets, (typeof endpoints)[K]>

/** Roles in the form of the documented calls. */
const listedRoles = (guild: Guild) => rolesOf(guild).map(({ id, name, colour }) => ({ id, name, color: colour }))

const listedChannels = (guild: Guild, viewer: GuildMember) =>
  channelsOf(guild, viewer).map(({ id, name, type }) => ({ id, name, type }))

/** The embed panel, which the documented calls keep beside the other panels: as saved, or the default before that. */
const embedData = (services: Ctx<'hub'>) =>
  panelsOf(services, services.guild.id).find(({ id }) => id === defaultPanel.id)?.design ??
  panelDesign.parse(defaultPanel)

export const routes = {
  hub: (ctx: Ctx<'hub'>) => {
    const { guild, member, own } = ctx
    const named = categoryNames(guild, member)
    return {
      guild: coreOf(guild, member),
      settings: {
        enabled: own.enabled,
        limit: own.panelLimit,
        log_channel: own.logChannel,
        support_role: own.supportTeamRole,
        ping_role: own.pingRole,
        ticket_open_category: own.defaultOpen,
        panelData: { embedData: embedData(ctx) },
        panels: panelsOf(ctx, guild.id).map(({ id, messageId, messageMissing, design }) => ({
          ...design,
          id,
          message_id: messageId,
          message_missing: messageMissing,
        })),
        categories: { open: named(own.openCategories), closed: named(own.closedCategories) },
      },
      roles: listedRoles(guild),
    }
  },
  categories: ({ guild, member, own }: Ctx<'categories'>) => {
    const named = categoryNames(guild, member)
    return {
      guild: coreOf(guild, member),
      categories: {
        open: named(own.openCategories),
        closed: named(own.closedCategories),
        defaultOpen: own.defaultOpen,
        defaultClosed: own.defaultClosed,
      },
      channels: categoriesOf(guild, member),
    }
  },
  async addCategory(ctx: Ctx<'addCategory'>) {
    const id = await addCategoryOnce(ctx, ctx.body, { userId: ctx.user.id, via: 'api' })
    const [category = { id, name: '' }] = categoryNames(ctx.guild, ctx.member)([id])
    return { category }
  },
  async removeCategory(ctx: Ctx<'removeCategory'>) {
    await removeCategory(ctx, ctx.query.type, ctx.params['categoryId'] ?? '', { userId: ctx.user.id, via: 'api' })
    return {}
  },
  async setDefaultCategory(ctx: Ctx<'setDefaultCategory'>) {
    await setDefaultCategory(ctx, ctx.body.type, ctx.body.categoryId, { userId: ctx.user.id, via: 'api' })
    return {}
  },
}

const withRoles = ({ guild }: { guild: Guild }) => ({ roles: listedRoles(guild) })

export const formParts = {
  general: {
    read: withRoles,
    // Documented clients used to post ids alone, and a role may have been renamed since.
    change: ({ guild }, { additionalRoles: posted, ...rest }) => ({
      ...rest,
      ...(posted && {
        additionalRoles: posted.map(({ id, name }) => ({ id, name: guild.roles.cache.get(id)?.name ?? name })),
      }),
    }),
  },
  limits: { read: ctx => ({ success: true as const, ...withRoles(ctx) }) },
  transcript: {
    read: ({ guild }, viewer) => ({ success: true as const, channels: listedChannels(guild, viewer) }),
    change: (ctx, posted) =>
      posted.webhookUrl === undefined
        ? posted
        : { ...posted, webhookUrl: withoutToken(ctx, ctx.guild.id, posted.webhookUrl) },
  },
} satisfies { [K in keyof typeof forms]: FormParts<Tickets, (typeof forms)[K]> }
