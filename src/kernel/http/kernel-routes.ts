import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuildMember } from 'discord.js'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Contract, describeField, type FieldMeta, type Reply, titleOf } from '#contract'
import kernel, { type ApiDocument, type RevisionItem } from '../contract.ts'
import { UserError } from '#kit/errors.ts'
import type { RouteContext, Services } from '../feature.ts'
import { exportGuild } from '../storage/export-guild.ts'
import { forgetUser } from '../storage/guild-data.ts'
import { channelName } from '../channel-rights.ts'
import { channelsOf, rolesOf } from '../discord/guild-shape.ts'
import { inviteLink } from '../discord/invite-link.ts'
import { personOf } from '#kit/people.ts'
import { describeApi } from './openapi/document.ts'
import { projectRoot } from '../project-root.ts'
import type { Revision } from '../settings/revision.ts'
import type { Seal } from './session/seal.ts'
import { createGuildCards } from './sign-in/guild-cards.ts'
import { IdentityError } from './sign-in/identity.ts'
import { isCrossSite } from './same-origin.ts'

type Endpoints = (typeof kernel)['endpoints']
type Routes = {
  [K in keyof Endpoints]: (
    ctx: RouteContext<Contract, Endpoints[K]>,
    request: FastifyRequest,
  ) => Reply<Endpoints[K]> | Promise<Reply<Endpoints[K]>>
}

/** The product's version, as package.json says it. */
const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))).version

/** The kernel's own endpoints; unlike a feature's they see the request, for its session. */
export function kernelRoutes(services: Services, seal: Seal): Routes {
  const { config } = services
  const cards = createGuildCards(services)

  let description: ApiDocument | undefined

  return {
    openapi: () => (description ??= describeApi(services.features, { name: config.productName, version })),
    about: () => ({
      name: config.productName,
      version,
      supportUrl: config.supportUrl ?? null,
      inviteUrl: inviteLink(config),
      cdnUrl: config.discord.cdnUrl,
    }),

    user: async ({ user }, request) => {
      const token = seal.open(request.session.token ?? '')
      try {
        if (token === undefined) throw new IdentityError(401)
        return { user, data: { guilds: await cards.of(user, token) } }
      } catch (error) {
        if (!(error instanceof IdentityError) || error.status !== 401) throw error
        await request.session.destroy()
        throw new UserError('access.signed_out', 'Discord has ended your sign-in. Please sign in again.', 401)
      }
    },

    logout: async (_ctx, request) => {
      if (isCrossSite(request.headers))
        throw new UserError('http.cross_site', 'Sign out from the dashboard itself.', 403)
      if (request.session.user) await request.session.destroy()
      return { success: true }
    },

    channels: ({ guild, member }) => ({ channels: channelsOf(guild, member) }),
    roles: ({ guild }) => ({ roles: rolesOf(guild) }),

    ownAccess: ({ access, features, guild, member }) => ({
      level: access.levelOf(guild, member),
      features: Object.fromEntries(
        features.map(({ contract: { name } }) => [name, access.levelOf(guild, member, name)]),
      ),
    }),

    history: async ({ guild, member, query }) => {
      const { feature, before, limit } = query
      const mayView = (name: string) => services.access.has(member, 'view', name)
      const found = services.settings.history(guild.id, {
        limit,
        // Somebody who was given single features reads what was changed there.
        ...(!mayView('kernel') && { features: services.features.map(one => one.contract.name).filter(mayView) }),
        ...(feature !== undefined && { feature }),
        ...(before !== undefined && { before }),
      })
      return { revisions: await Promise.all(found.map(one => revisionItem(services, member, one))) }
    },

    export: async ({ guild }) => ({
      name: `${guild.name}.json`,
      content: await exportGuild(services, guild.id, {
        guild: { id: guild.id, name: guild.name },
        exportedAt: services.now(),
      }),
    }),

    forgetUser: ({ guild, body, user }) => {
      forgetUser(services, body.userId, guild.id)
      services.log.info({ guildId: guild.id, by: user.id }, 'user forgotten')
      return {}
    },
  }
}

const nobody = { name: null, avatarURL: null }

/** An id of a channel or role by its name, where there still is one: people do not know ids. */
function named(viewer: GuildMember, control: FieldMeta['control'] | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  if (control === 'channel') {
    const channel = viewer.guild.channels.cache.get(value)
    return prefixed('#', channel && channelName(channel, viewer)) ?? value
  }
  if (control === 'role') return prefixed('@', viewer.guild.roles.cache.get(value)?.name) ?? value
  return value
}

const prefixed = (sign: string, name: string | undefined) => (name === undefined ? undefined : `${sign}${name}`)

async function revisionItem(
  { client, features }: Services,
  viewer: GuildMember,
  revision: Revision,
): Promise<RevisionItem> {
  const { userId, via } = revision.author
  const { name, avatarURL } = userId === null ? nobody : await personOf(client, userId)
  const contract = features.find(feature => feature.contract.name === revision.feature)?.contract
  const fields: Record<string, z.core.$ZodType> = contract?.settings.shape ?? {}
  const fieldOf = (key: string) => {
    const field = fields[key]
    return field instanceof z.ZodType ? field : undefined
  }
  return {
    id: revision.id,
    feature: revision.feature,
    featureTitle: contract?.title ?? revision.feature,
    author: { userId, name, avatarURL, via },
    at: revision.at,
    changes: Object.entries(revision.changes).map(([key, [before, after]]) => {
      const field = fieldOf(key)
      const control = field && describeField(field)?.control
      return {
        key,
        label: (field && titleOf(field)) ?? key,
        before: named(viewer, control, before),
        after: named(viewer, control, after),
      }
    }),
  }
}
