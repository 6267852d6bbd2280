import type { Guild } from 'discord.js'
import type { Endpoint, Form } from '#contract'
import { UserError } from '#kit/errors.ts'
import { peopleOf } from '#kit/people.ts'
import type { Context, Feature, Parts } from '#kernel/feature.ts'
import { assignedBy } from './assigned-by.ts'
import access, { allFeatures, everything, type Grant, mostGrants } from './contract.ts'
import { isOver, stayed } from './granted-level.ts'

type Here = Context<typeof access>

/**
 * Whether access to a feature can be granted: something in it needs 'view' or 'manage', and it has no levels of its
 * own.
 */
const isGiven = ({ contract, parts }: Feature) =>
  contract.name !== access.name &&
  parts.levels === undefined &&
  [...Object.values<Endpoint>(contract.endpoints), ...Object.values<Form>(contract.forms)].some(
    ({ needs }) => needs === 'view' || needs === 'manage',
  )

const fault = (field: string, sentence: string, status = 400) =>
  new UserError('access.grant', sentence, status, { [field]: sentence })

/**
 * Checks the member or role that is to be given access.
 * @throws UserError if nobody would get it, if they could not use it, or if anybody could obtain it
 */
async function subjectOf(ctx: Here, { kind, id }: Pick<Grant, 'kind' | 'id'>): Promise<Pick<Grant, 'joinedAt'>> {
  const { guild, access: rights } = ctx
  if (kind === 'role') {
    if (!guild.roles.cache.has(id)) throw fault('id', 'That role is not in this server.', 404)
    if (id === guild.id) throw fault('id', 'Everybody has that role. Choose one that only people you trust have.')
    const problem = assignedBy(ctx, id)
    if (problem !== undefined) throw fault('id', problem)
    return { joinedAt: null }
  }
  const member = await rights.member(guild, id)
  if (!member) throw fault('id', 'That user is not a member of this server.', 404)
  if (member.user.bot) throw fault('id', 'Bots cannot sign in. Choose a person.')
  if (id === guild.ownerId) throw fault('id', 'The owner can already do everything.')
  return { joinedAt: member.joinedTimestamp }
}

const same = (a: Pick<Grant, 'id' | 'feature'>) => (b: Pick<Grant, 'id' | 'feature'>) =>
  a.id === b.id && a.feature === b.feature

const nameOf = (guild: Guild, { kind, id }: Pick<Grant, 'kind' | 'id'>, personName: string | null) =>
  kind === 'role' ? (guild.roles.cache.get(id)?.name ?? null) : personName

export const routes: NonNullable<Parts<typeof access>['routes']> = {
  async list({ guild, own, features, client, now, access: rights }) {
    const grants = own.grants.filter(grant => !isOver(grant, now()))
    const members = grants.filter(({ kind }) => kind === 'member').map(({ id }) => id)
    const person = await peopleOf(client, [...members, ...grants.flatMap(({ grantedBy }) => grantedBy ?? [])])
    const titles = new Map(features.map(({ contract }) => [contract.name, contract.title]))
    const isHere = async (grant: Grant) => {
      const member = await rights.member(guild, grant.id)
      return member !== null && stayed(grant, member)
    }
    const shown = grants.map(async whole => {
      const { grantedBy, joinedAt: _joinedAt, ...grant } = whole
      const left = grant.kind === 'member' && !(await isHere(whole))
      const { name, avatarURL } = grant.kind === 'member' ? person(grant.id) : { name: null, avatarURL: null }
      return {
        ...grant,
        name: left ? null : nameOf(guild, grant, name),
        avatarURL,
        title: grant.feature === everything ? allFeatures : (titles.get(grant.feature) ?? grant.feature),
        grantedBy: grantedBy === null ? null : (person(grantedBy).name ?? grantedBy),
      }
    })
    const given = features.filter(isGiven).map(({ contract: { name, title } }) => ({ name, title }))
    return { grants: await Promise.all(shown), features: [{ name: everything, title: allFeatures }, ...given] }
  },

  async grant(ctx) {
    const { body, user, now, features, settings, guild, save } = ctx
    if (body.feature !== everything && !features.some(one => isGiven(one) && one.contract.name === body.feature))
      throw fault('feature', 'There is no such feature to give access to.', 404)
    if (body.expiresAt !== null && body.expiresAt <= now()) throw fault('expiresAt', 'Choose a time in the future.')
    const subject = await subjectOf(ctx, body)
    const rest = settings.read(guild.id, access).grants.filter(one => !same(body)(one))
    const others = rest.length >= mostGrants ? rest.filter(one => !isOver(one, now())) : rest
    if (others.length >= mostGrants) throw fault('id', `There can be at most ${mostGrants} grants. Remove one first.`)
    const grants = [...others, { ...body, ...subject, grantedBy: user.id, at: now() }]
    save({ grants }, { userId: user.id, via: 'dashboard' })
    return {}
  },

  revoke({ params, settings, guild, save, user }) {
    const { id = '', feature = '' } = params
    const { grants } = settings.read(guild.id, access)
    const left = grants.filter(one => !same({ id, feature })(one))
    if (left.length === grants.length) throw new UserError('access.none', 'That access has already been removed.', 404)
    save({ grants: left }, { userId: user.id, via: 'dashboard' })
    return {}
  },
}
