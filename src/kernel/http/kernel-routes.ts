import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Contract, Reply, Streams } from '#contract'
import type kernel from '../contract.ts'
import type { ApiDocument } from '../openapi/contract.ts'
import { UserError } from '#kit/errors.ts'
import { prefixOf } from '../commands/prefix.ts'
import { rests } from '../entitlements.ts'
import type { RouteContext, Services, SessionUser } from '../feature.ts'
import {
  deleteContact,
  deliverAgain,
  listContact,
  nextContactAt,
  type ContactSender,
  senderOf,
  sendContact,
} from '../contact/messages.ts'
import { exportGuild } from '../guilds/export.ts'
import { demandSearchRight, findPeople } from '../guilds/find-people.ts'
import { forgetUser } from '../guilds/forget.ts'
import { channelsOf, rolesOf } from '../discord/guild-shape.ts'
import { roleProblems, seenChannels } from '../rights/channel-rights.ts'
import { inviteLink } from '../discord/invite-link.ts'
import { undoChanges } from '../many-changes/undo.ts'
import { exportHistory } from '../history/export.ts'
import { historyPage } from '../history/page.ts'
import { previewRestore, restore } from '../history/restore.ts'
import { demandOperator, operatorNotes } from '../operator/notes.ts'
import { cancelPlan, plansPage, undoPlan } from '../plans/page.ts'
import { createHistoryReads } from '../history/read-budget.ts'
import { applySetup, isSetupDue, planSetup, postponeSetup, setupState } from '../setup/setup.ts'
import { createTransferBudget } from '../transfer/budget.ts'
import { planTransfer, transfer, transferState } from '../transfer/transfer.ts'
import { exportFile } from '../transfer/write-file.ts'
import { describeApi } from './openapi/document.ts'
import { projectRoot } from '../project-root.ts'
import { sessionSecret } from './session/secret.ts'
import type { Seal } from './session/seal.ts'
import { createGuildCards } from './sign-in/guild-cards.ts'
import { IdentityError } from './sign-in/identity.ts'
import { revokeToken } from './sign-in/revoke.ts'
import { isCrossSite } from './same-origin.ts'

type Endpoints = (typeof kernel)['endpoints']
type Routes = {
  [K in Exclude<keyof Endpoints, Streams<typeof kernel>>]: (
    ctx: RouteContext<Contract, Endpoints[K]>,
    request: FastifyRequest,
  ) => Reply<Endpoints[K]> | Promise<Reply<Endpoints[K]>>
}

/** The product's version, from package.json. */
const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))).version

/** The kernel's own endpoints; unlike those of features, they receive the request, for its session. */
export function kernelRoutes(
  services: Services,
  { seal, lastOf }: { seal: Seal; lastOf(userId: string): boolean },
): Routes {
  const { config, log } = services
  const cards = createGuildCards(services)

  const secret = sessionSecret(config)
  const sender = (user: SessionUser | undefined, { ip }: FastifyRequest): ContactSender => ({
    userId: user?.id ?? null,
    address: senderOf(ip, secret),
  })

  const reads = createHistoryReads()
  const transfers = createTransferBudget()
  let description: ApiDocument | undefined

  return {
    openapi: () => (description ??= describeApi(services.features, { name: config.productName, version })),
    disk: () => ({ problem: services.disk.problem() ?? null }),
    about: ({ user }) => ({
      name: config.productName,
      version,
      supportUrl: services.operator.texts().supportUrl,
      inviteUrl: inviteLink(config),
      // The client id serves until the bot has connected; the two are equal except for the oldest applications.
      botId: services.client.user?.id ?? config.discord.clientId,
      cdnUrl: config.discord.cdnUrl,
      premium: config.premium,
      signedIn: user !== undefined,
    }),

    operator: () => services.operator.texts(),
    contactState: ({ user }, request) => ({ nextAt: nextContactAt(services, sender(user, request)) }),
    contact: ({ user, body }, request) => sendContact(services, sender(user, request), body),
    contactMessages: ({ user, query }) => {
      demandOperator(services, user.id)
      return listContact(services, query.before)
    },
    deliverContactMessage: ({ user, params }) => {
      demandOperator(services, user.id)
      deliverAgain(services, idIn(params, 'There is no such message.'))
      return {}
    },
    deleteContactMessage: ({ user, params }) => {
      demandOperator(services, user.id)
      deleteContact(services, idIn(params, 'There is no such message.'))
      return {}
    },

    operatorNotes: ({ user }) => operatorNotes(services, user.id),

    user: async ({ user }, request) => {
      try {
        return { user, data: { guilds: await cards.of(user, () => seal.open(request.session.token ?? '')) } }
      } catch (error) {
        if (!(error instanceof IdentityError) || error.status !== 401) throw error
        await request.session.destroy()
        throw new UserError('access.signed_out', 'Discord has ended your sign-in. Please sign in again.', 401)
      }
    },

    logout: async (_ctx, request) => {
      if (isCrossSite(request.headers))
        throw new UserError('http.cross_site', 'Sign out from the dashboard itself.', 403)
      const { user, token } = request.session
      if (!user) return { success: true }
      await request.session.destroy()
      const accessToken = seal.open(token ?? '')
      // Revoking one token ends all of a user's tokens at Discord, which would sign out their other browsers.
      if (accessToken !== undefined && lastOf(user.id))
        void revokeToken(config, accessToken).catch((err: unknown) => log.warn({ err }, 'token could not be revoked'))
      return { success: true }
    },

    channels: ({ guild, member }) => ({ channels: channelsOf(guild, member) }),
    roles: ({ access, guild, member }) => ({ roles: rolesOf(guild, roleProblems(access, member), member) }),

    serverEmojis: ({ guild }) => ({
      emojis: guild.emojis.cache
        .filter(({ available }) => available !== false)
        .map(({ id, name, animated }) => ({ id, name, animated })),
    }),

    people: async ({ features, guild, member, query }) => {
      demandSearchRight(services, features, member)
      return { people: await findPeople(services, guild, query.search) }
    },

    member: async ({ member, params }) => ({ member: await services.members.show(member, params['userId'] ?? '') }),

    ownAccess: ({ access, features, guild, member }) => ({
      level: access.levelOf(guild, member),
      features: Object.fromEntries(
        features.map(({ contract: { name } }) => [name, access.levelOf(guild, member, name)]),
      ),
      open: features.flatMap(({ contract: { name, page } }) =>
        page?.right !== undefined && access.has(member, page.right, name) ? [name] : [],
      ),
      resting: features.flatMap(({ contract }) => (rests(services, contract, guild.id) ? [contract.name] : [])),
      setup: isSetupDue(services, member),
      prefix: prefixOf(services, guild.id),
    }),

    picture: async ({ guild, pictures, query }) => {
      const picture = await pictures.load(guild.id, query.address)
      if (!picture) throw new UserError('pictures.none', 'There is no picture at this address.', 404)
      const { type, content } = picture
      return { name: `picture.${type.slice('image/'.length)}`, type, content }
    },

    history: ({ member, query }) => historyPage(services, reads, member, query),
    exportHistory: ({ member, query }) => exportHistory(services, reads, member, query),
    restorePreview: ({ member, params }) =>
      reads.inTurn({ guildId: member.guild.id, userId: member.id }, () =>
        previewRestore(services, member, revisionId(params)),
      ),
    restore: async ({ member, params, body }) => {
      await reads.inTurn({ guildId: member.guild.id, userId: member.id }, () =>
        restore(services, member, revisionId(params), body),
      )
      return {}
    },

    plans: async ({ member }) => ({ plans: await plansPage(services, member) }),
    cancelPlan: ({ member, params }) => {
      cancelPlan(services, member, idIn(params, 'There is no such work.'))
      return {}
    },
    undoPlan: ({ member, params }) => {
      undoPlan(services, member, idIn(params, 'There is no such work.'))
      return {}
    },

    setup: ({ member }) => setupState(services, member),
    planSetup: ({ member, query }) => planSetup(services, member, query),
    applySetup: ({ member, body }) => applySetup(services, member, body),
    postponeSetup: ({ member, body }) => {
      postponeSetup(services, member, body.everybody)
      return {}
    },
    undoChanges: ({ member, params }) =>
      undoChanges(services, member, idIn(params, 'There are no such changes.'), transfers),

    exportSettings: ({ guild, member }) => ({
      name: `${guild.name} settings.json`,
      type: 'application/json',
      content: exportFile(services, member),
    }),
    transferState: ({ member }) => transferState(services, member),
    planTransfer: ({ member, body }) => planTransfer(services, member, body, transfers),
    transfer: ({ member, body }) => transfer(services, member, body, transfers),

    export: async ({ guild, member }) => ({
      name: `${guild.name}.json`,
      content: await exportGuild(
        services,
        guild.id,
        { guild: { id: guild.id, name: guild.name }, exportedAt: services.now() },
        {
          seen: seenChannels(member),
          withheld: services.features
            .map(({ contract }) => contract.name)
            .filter(name => !services.access.has(member, 'view', name)),
        },
      ),
    }),

    forgetUser: ({ guild, body, user }) => {
      forgetUser(services, body.userId, guild.id)
      services.log.info({ guildId: guild.id, by: user.id }, 'user forgotten')
      return {}
    },
  }
}

/** Reads the number in the path. @throws UserError 404 when it is none */
function idIn({ id = '' }: Record<string, string>, unknown: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id)
  throw new UserError('http.not_found', unknown, 404)
}

const revisionId = (params: Record<string, string>) => idIn(params, 'There is no such change.')
