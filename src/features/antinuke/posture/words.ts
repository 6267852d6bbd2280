import { type Guild, PermissionsBitField } from 'discord.js'
import { formatCount } from '#kit/numbers.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { danger } from '../engine/danger.ts'
import { comparePlaces, heldBy, type Member, type Powers } from '../engine/powers.ts'
import { type ModuleKey, moduleLabel } from '../modules/contract.ts'
import type { ShownCost, ShownFix, Somebody } from './contract.ts'
import { anyPower } from './powers-held.ts'
import type { Cost } from './score.ts'

export type NameOfMember = (member: Pick<Member, 'id' | 'bot'>) => Somebody

/** The key of a cost, with the person, permission or setting that it is about. */
function keyOf(cost: Cost): string {
  if (cost.about === 'person') return `person-${cost.id}`
  if (cost.about === 'trusted') return `trusted-${cost.id}`
  if (cost.about === 'module') return `module-${cost.module}`
  return cost.about === 'right' ? `right-${cost.permission}` : cost.about
}

/** What people could do while a module is off. */
const letsPass: Record<ModuleKey, string> = {
  anti_ban: 'could ban',
  anti_kick: 'could kick',
  anti_member_update: 'could hand out roles with power',
  anti_prune: 'could remove inactive members in one call',
  anti_role: 'could delete roles',
  anti_channel: 'could delete channels',
  anti_webhook: 'could use webhooks',
  anti_integration: 'may add integrations',
  anti_emoji: 'may add bots',
  anti_everyone: 'could ping everybody',
  anti_guild_update: 'could change the server',
}

/** A cost in words. @param product the name of the product here */
export function shownCost(cost: Cost, nameOf: NameOfMember, product: string): ShownCost {
  const { points } = cost
  const shown = (
    kind: ShownCost['kind'],
    title: string,
    why: string,
    { turnOn = false, tab = null }: Partial<Pick<ShownCost, 'turnOn' | 'tab'>> = {},
  ): ShownCost => ({ key: keyOf(cost), points, kind, title, why, turnOn, tab })
  switch (cost.about) {
    case 'right':
      return shown('reach', `${product} lacks ${permissionName(cost.permission)}`, 'Give it to its role in Discord.')
    case 'person':
      return shown(
        'reach',
        `${nameOf(cost).name} is out of reach`,
        `A ${cost.bot ? 'bot' : 'person'} with ${cost.everything ? 'Administrator' : 'power'} that ${product} cannot take away.`,
      )
    case 'trusted':
      return shown(
        'settings',
        `${nameOf(cost).name} is exempt`,
        cost.by === 'whitelist'
          ? 'On the whitelist without an end or a limit: nothing that they do is counted.'
          : 'Holds the bypass role: what it lets them do is not counted.',
        { tab: cost.by === 'whitelist' ? 'users' : 'permissions' },
      )
    case 'everyone':
      return shown('reach', 'Everybody has power', 'The role @everyone lets every member destroy something.')
    case 'off':
      return shown('settings', 'AntiNuke is off', 'Nobody is stopped.', { turnOn: true })
    case 'module':
      return shown(
        'settings',
        `${moduleLabel(cost.module)} ${cost.off ? 'is off' : 'stops nobody'}`,
        cost.off
          ? `${formatCount(cost.people, 'account')} ${letsPass[cost.module]}.`
          : 'Its punishment is None: choose another one under Protection.',
        { turnOn: cost.off, tab: cost.off ? null : 'protection' },
      )
    case 'recovery':
      return shown('settings', 'Auto recovery is off', 'What an attack destroys stays destroyed.', { turnOn: true })
    case 'second-factor':
      break
  }
  return shown(
    'settings',
    'No second factor for moderators',
    'In Discord, Server Settings, Safety Setup: require 2FA for moderation.',
  )
}

/** Says why somebody cannot be stopped, and what to do about it, step by step. */
export function fixFor(guild: Guild, powers: Powers, member: Member, nameOf: NameOfMember, product: string): ShownFix {
  const who = nameOf(member)
  const self = guild.members.me?.roles.highest.name ?? product
  const isAbove = (id: string) => {
    const role = powers.roles.get(id)
    return role !== undefined && comparePlaces(powers.self.top, role) <= 0
  }
  const highestFirst = [...member.roles]
    .flatMap(id => powers.roles.get(id) ?? [])
    .toSorted((a, b) => comparePlaces(b, a))
  const above = highestFirst.filter(({ id }) => isAbove(id))
  const giving = highestFirst.find(({ bits }) => (bits & anyPower & ~powers.everyone) !== 0n)
  const nameOfRole = (id: string) => guild.roles.cache.get(id)?.name ?? 'a role'
  const held = heldBy(powers, member) & danger & ~powers.everyone
  const everything = new PermissionsBitField(held).has('Administrator')
  const listedPowers = everything ? ['Administrator'] : new PermissionsBitField(held).toArray().map(permissionName)
  const [top] = above
  const missing = top === undefined
  return {
    key: `person-${member.id}`,
    who,
    title: `${who.name} can ${everything ? 'do everything' : `use ${listed(listedPowers.slice(0, 3))}`} and cannot be stopped`,
    why: missing
      ? `${member.bot ? 'A bot' : 'A person'} below ${product}, which lacks the right to ban, kick or take roles.`
      : `${member.bot ? 'A bot whose' : 'Holds'} ${member.bot ? 'role' : nameOfRole(top.id)}${member.bot ? '' : ', which'} is above that of ${product}.`,
    roleId: giving?.id ?? null,
    steps: missing
      ? ['In Discord, open Server Settings, Roles.', `Give ${self} Ban Members, Kick Members and Manage Roles.`]
      : [
          'In Discord, open Server Settings, Roles.',
          `Drag ${self} above ${nameOfRole(top.id)}. This page checks it automatically.`,
          ...(giving && !giving.managed
            ? [`Or take ${listed(listedPowers.slice(0, 4))} from ${nameOfRole(giving.id)}.`]
            : []),
        ],
  }
}

/** The worst fact in one sentence. */
export function sentenceFor(costs: readonly Cost[], powerful: number, trusted: number, product: string): string {
  const beyond = costs.filter(cost => cost.about === 'person')
  const everything = beyond.filter(({ everything: all }) => all).length
  const accounts = (count: number) => formatCount(count, 'account')
  if (costs.some(({ about }) => about === 'off')) return 'AntiNuke is off: nobody would be stopped.'
  if (costs.some(cost => cost.about === 'right' && cost.permission === 'ViewAuditLog'))
    return `${product} cannot see who does what: it lacks View Audit Log.`
  if (everything > 0) return `${accounts(everything)} could empty this server, and ${product} could not stop them.`
  if (beyond.length > 0) return `${accounts(beyond.length)} could do harm, and ${product} could not stop them.`
  if (costs.some(({ about }) => about === 'everyone')) return 'Every member could destroy something.'
  if (powerful === 0) return 'Nobody but the owner could do harm.'
  if (trusted > 0)
    return `${accounts(trusted)} could do harm and ${trusted === 1 ? 'is' : 'are'} exempt, as your settings say.`
  if (costs.some(({ about }) => about === 'module'))
    return 'Some harm is let through: a module is off, or its punishment is None.'
  return 'Everybody who could do harm can be stopped.'
}
